/** What a plan says of its devices and of the way to them. */
import { describe, expect, it } from 'vitest';
import {
  deviceCounts,
  failureReasons,
  goingDevices,
  retriable,
} from '../../../../src/console/features/plans/device-counts.ts';
import { sizesText } from '../../../../src/console/features/plans/use-rollout-words.ts';
import type { PlanItem } from '../../../../src/console/state/plans.ts';

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
  stranding: false,
  expected: null,
  excluded: false,
  state: 'waiting',
  command: null,
  skipped: null,
  reason: '',
  ...more,
});
const command = (more: Partial<NonNullable<PlanItem['command']>>): NonNullable<PlanItem['command']> => ({
  id: 'c',
  state: 'failed',
  verification: null,
  seen: {},
  endedAt: now,
  text: '',
  ...more,
});
const rejected = (rtuId: number, text: string) =>
  item(rtuId, { device: 'failed', state: 'failed', command: command({ text }) });
const late = (rtuId: number) =>
  item(rtuId, { device: 'timedOut', state: 'retry', command: command({ state: 'retry', endedAt: null }) });

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

  it('counts late devices as failed and leaves out states without any', () => {
    const devices = { passed: 6, failed: 3, timedOut: 1, notStarted: 8 };
    expect(deviceCounts({ progress: { devices } as never })).toEqual([
      { state: 'passed', count: 6 },
      { state: 'failed', count: 4 },
      { state: 'notStarted', count: 8 },
    ]);
  });

  it('tells reasons of failures by their number of devices, in the device’s words where it has some', () => {
    const items = [rejected(1, 'locked'), late(2), rejected(3, 'locked'), rejected(3, 'again'), item(4)];
    expect(failureReasons(items, now)).toEqual([
      { message: 'planItem.rejected', said: 'locked', devices: 2 },
      { message: 'planDevice.timedOut', said: '', devices: 1 },
    ]);
  });

  it('tries again what was refused, and not what is sent and may still land', () => {
    expect(retriable([rejected(1, ''), late(2), item(3)], now)).toBe(1);
  });
});
