/** What a plan says of its devices and of the way to them. */
import { describe, expect, it } from 'vitest';
import { itemLook } from '../../../../src/console/features/plans/item-state.ts';
import {
  deviceCounts,
  failureReasons,
  goingDevices,
  notGone,
  retriable,
} from '../../../../src/console/features/plans/rollout/device-counts.ts';
import { sizesText } from '../../../../src/console/features/plans/rollout/use-rollout-words.ts';
import type { PlanItem } from '../../../../src/contract/plans/plans.ts';

const now = Date.UTC(2026, 0, 1, 4);
const item = (rtuId: number, more: Partial<PlanItem> = {}): PlanItem => ({
  position: rtuId,
  stationId: rtuId,
  stationCode: `A-${rtuId}`,
  stationName: 'slope',
  sn: `SN${rtuId}`,
  type: 'set',
  after: null,
  batch: 1,
  device: 'passed',
  elapsed: null,
  target: { rtuId, slot: null },
  kind: null,
  group: 'rtu',
  edits: { sendCycle: 600 },
  secrets: [],
  before: {},
  version: 1,
  problems: [],
  obstacle: null,
  late: null,
  stranding: false,
  expected: null,
  excluded: false,
  state: 'waiting',
  order: null,
  skipped: null,
  reason: '',
  ...more,
});
const order = (more: Partial<NonNullable<PlanItem['order']>>): NonNullable<PlanItem['order']> => ({
  id: 'c',
  state: 'failed',
  verification: null,
  seen: {},
  endedAt: now,
  text: '',
  ...more,
});
const rejected = (rtuId: number, text: string) =>
  item(rtuId, { device: 'failed', state: 'failed', order: order({ text }) });
const late = (rtuId: number) =>
  item(rtuId, { device: 'timedOut', state: 'retry', order: order({ state: 'retry', endedAt: null }) });

describe('a plan', () => {
  it('says sizes of batches with equal ones together', () => {
    expect(sizesText([1, 5, 59, 59, 59, 59, 53])).toBe('1, 5, 4 × 59, 53');
    expect(sizesText([1, 2, 3, 4, 5, 6, 7])).toBe('1, 2, 3, 4, 5, …');
    expect(sizesText([])).toBe('');
  });

  it('goes to devices once each, without what is left out, has a problem or is only named', () => {
    const obstacle = { message: 'plans.moved', params: {}, fields: [] };
    const items = [
      item(1),
      item(1, { group: 'network' }),
      item(2, { excluded: true }),
      item(3, { obstacle }),
      item(4, { type: 'skip', state: 'skipped' }),
    ];
    expect(goingDevices(items)).toBe(1);
  });

  it('O2: counts devices out of time, skipped and cancelled ones apart, and leaves out states without any', () => {
    const devices = { passed: 6, failed: 3, timedOut: 1, notStarted: 8, cancelled: 2 };
    expect(deviceCounts({ progress: { devices } as never })).toEqual([
      { state: 'passed', count: 6 },
      { state: 'failed', count: 3 },
      { state: 'timedOut', count: 1 },
      { state: 'notStarted', count: 8 },
      { state: 'cancelled', count: 2 },
    ]);
  });

  it('lists reasons of failures by their number of devices, with the device’s own text where it has one', () => {
    const items = [rejected(1, 'locked'), late(2), rejected(3, 'locked'), rejected(3, 'again'), item(4)];
    expect(failureReasons(items, now)).toEqual([
      { message: 'planItem.rejected', said: 'locked', devices: 2 },
      { message: 'plans.outcome.timedOut', said: '', devices: 1 },
    ]);
  });

  it('tries again what was refused, and not what is sent and may still land', () => {
    expect(retriable([rejected(1, ''), late(2), item(3)], now)).toBe(1);
  });

  it('O2: tries again what was taken back because its time was over, and calls it that', () => {
    const out = item(2, { device: 'timedOut', state: 'timedOut', order: order({ state: 'cancelled' }) });
    expect(retriable([out], now)).toBe(1);
    expect(itemLook(out, now)).toMatchObject({ key: 'timedOut', tone: 'bad' });
  });

  it('O2: tries again what was skipped, cancelled or not begun; not what was unchanged, left out or only named', () => {
    const why = (message: string) => ({ message, params: {}, fields: [] });
    const items = [
      item(1, { device: 'skipped', state: 'skipped', skipped: why('plans.moved') }),
      item(2, { device: 'cancelled', state: 'cancelled', order: order({ state: 'cancelled' }) }),
      item(3, { device: 'notStarted', state: 'notStarted' }),
      item(4, { device: null, state: 'skipped', skipped: why('plans.unchanged') }),
      item(5, { device: 'notStarted', state: 'excluded', excluded: true }),
      item(6, { device: null, type: 'skip', state: 'skipped' }),
      item(7, { device: 'passed', state: 'succeeded' }),
    ];
    expect(notGone(items)).toBe(3);
  });
});
