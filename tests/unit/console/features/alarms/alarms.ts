/** Alarms as the server would send them. */
import type { AlarmView, FrozenTerm } from '../../../../../src/console/state/alarms/alarms.ts';

export const term = (own: Partial<FrozenTerm> = {}): FrozenTerm => ({
  quantity: 'change',
  args: { window: 1 },
  row: 'tilt',
  element: 0,
  channel: 'x',
  sensorId: 7,
  slot: 2,
  value: 0.0312,
  unit: '°',
  side: 'above',
  either: false,
  limit: 0.03,
  ...own,
});

/** One that holds at its level and that nobody has answered; `present` is its highest level, too. */
export function alarm(own: Partial<AlarmView> = {}, decided: Partial<FrozenTerm> = {}): AlarmView {
  const present = own.present ?? 1;
  const id = own.id ?? 1;
  return {
    id,
    revision: 1,
    ruleId: 1,
    companyId: null,
    projectId: 1,
    stationId: 1,
    stationCode: `YN-000${own.stationId ?? 1}`,
    stationName: 'Lianhua slope',
    rtuId: 1,
    sensorId: 7,
    slot: 2,
    kind: 1,
    isBlind: false,
    present,
    peak: present,
    raisedAt: 1000 + id,
    knownAt: 1000 + id,
    movedAt: 1000 + id,
    isLate: false,
    isContradicted: false,
    answer: null,
    shelf: null,
    closed: null,
    assigned: null,
    isOutOfService: false,
    maintenanceUntil: null,
    suppressedBy: null,
    facts: {
      ruleName: 'Slope tilt 1 h',
      ruleVersion: 7,
      stationCode: 'YN-0001',
      stationName: 'Lianhua slope',
      terms: [term(decided)],
      readAt: 1000,
      receivedAt: 1038,
      arrival: 'live',
      card: '',
    },
    ...own,
  };
}

const person = { userId: 2, accountName: 'op.lin' };
export const answered = { ...person, at: 2000, note: '' };
export const shelved = { ...person, at: 2000, until: 9000, reason: 'Grouting' };
export const closed = { ...person, at: 3000, why: 'finding', finding: 'true', note: '' } as const;
