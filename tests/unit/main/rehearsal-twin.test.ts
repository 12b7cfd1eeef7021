/** A twin is its device: parameters, cycles, the moments of its reports, what it refuses. */
import { expect, test } from 'vitest';
import { twinOf } from '../../../src/main/rehearsal/twin.ts';
import type { TwinFacts } from '../../../src/server/rehearsal/job.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import type { ReportedValues } from '../../../src/server/storage/schema.ts';
import { DeviceMemory } from '../../../src/simulator/device/memory.ts';
import { delay, nextMoment } from '../../../src/simulator/schedule.ts';

const hour = 3_600_000;
const lastContactAt = Date.UTC(2026, 4, 3, 7, 13, 21);
const facts: TwinFacts = {
  rtuId: 5,
  stationId: 9,
  sn: '2601000157',
  group: 'yn',
  timeZone: 'Asia/Tokyo',
  latitude: 30,
  longitude: 100,
  sendCycle: 7200,
  collectionCycle: 900,
  lastContactAt,
  jitter: 30_000,
  awake: false,
  silent: false,
  missed: 0.1,
  lost: 0,
  emptyAt: null,
  refusals: [],
  sensors: [{ id: 1, slot: 2, kind: 4 }],
  reported: [
    {
      slot: -1,
      reported: toJson<ReportedValues>({
        'rtu/lowBattery': [12.2, 1, 1],
        'rtu/collectionCycle': [900, 1, 1],
      }),
    },
    { slot: 2, reported: toJson<ReportedValues>({ 'mount/azimuth': [123.4, 1, 1] }) },
  ],
  versions: [],
};

test('it has the values that its device reported', () => {
  const memory = new DeviceMemory(twinOf(facts, 1));
  expect(memory.of(-1).get('rtu/lowBattery')).toBe(12.2);
  expect(memory.of(-1).get('rtu/sendCycle')).toBe(7200);
  expect(memory.of(-1).get('rtu/collectionCycle')).toBe(900);
  expect(memory.of(2).get('mount/azimuth')).toBe(123.4);
  expect(memory.reachable).toBe(true);
});

test('it reports when its device would, within its spread', () => {
  for (const seed of [1, 2, 3]) {
    const twin = twinOf(facts, seed);
    const next = nextMoment(twin, facts.sendCycle, lastContactAt + hour) + delay(twin);
    expect(Math.abs(next - (lastContactAt + 2 * hour))).toBeLessThanOrEqual(facts.jitter);
  }
});
