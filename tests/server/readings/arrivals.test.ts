/** R9: how many of the expected readings of a sensor came; a dead sensor of a living RTU is not complete. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enumValues } from '../../../src/catalogue/enum-values.ts';
import { readOverview } from '../../../src/server/sites/overview.ts';
import { readProjects, readSites } from '../../../src/server/sites/structure.ts';
import type { Reading, Storage } from '../../../src/server/storage/storage.ts';
import { openBoth, reading } from '../../support/storage-fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const T0 = Date.UTC(2026, 4, 1);
let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(12);
});
afterAll(() => both?.close());

const every = (id: number, from: number, to: number, step: number, values: Reading['values'] = { x: 1 }) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => reading(id, from + i * step, values));

/**
 * Missed collections by hand: each collection of the grid that begins at the first reading is received where a reading
 * lies nearer to it than half a cycle.
 */
function byHand(times: readonly number[], from: number, to: number, cycle: number): number {
  const start = times[0] ?? from;
  let received = 0;
  for (let due = start; due < to; due += cycle) {
    if (times.some((t) => Math.abs(t - due) < cycle / 2)) received += 1;
  }
  return received;
}

describe.each(['sqlite', 'postgres'] as const)('R9: on %s', (dialect) => {
  const fixture = () => both.fixtures[dialect];
  const ask = (storage: Storage, sourceId: number, from: number, to: number, cycle = 600) =>
    storage.readings.arrivals({ row: 'tilt', sourceId, from, to, cycle });

  test('a whole day is whole, whatever the phase of the device’s clock', async () => {
    const { storage, sensor } = fixture();
    for (const phase of [0, 1, 299_999, 300_000, 599_999]) {
      const id = sensor('berlin');
      await storage.readings.ingest(every(id, T0 + phase, T0 + DAY, 10 * MINUTE));
      expect(await ask(storage, id, T0, T0 + DAY)).toEqual({ expected: 144, received: 144 });
    }
  });

  test('a missing reading counts once, two that are next to each other twice, and rows besides replace none', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const kept = every(id, T0, T0 + DAY, 10 * MINUTE).filter((_, i) => i !== 20 && i !== 60 && i !== 61);
    const besides = every(id, T0 + 17 * HOUR, T0 + 18 * HOUR, MINUTE);
    await storage.readings.ingest([...kept, ...besides]);
    const times = [...new Set([...kept, ...besides].map(({ t }) => t))].sort((a, b) => a - b);
    expect(byHand(times, T0, T0 + DAY, 10 * MINUTE)).toBe(141);
    expect(await ask(storage, id, T0, T0 + DAY)).toEqual({ expected: 144, received: 141 });
    // Its borders: what is missing at the begin and at the end counts too.
    expect(await ask(storage, id, T0 - 30 * MINUTE, T0 + DAY)).toEqual({ expected: 147, received: 141 });
    expect(await ask(storage, id, T0, T0 + DAY + 20 * MINUTE)).toEqual({ expected: 146, received: 141 });
    expect(await ask(storage, id, T0, T0 + DAY + 20 * MINUTE + 1)).toEqual({ expected: 147, received: 141 });
    expect(await ask(storage, id, T0, T0)).toEqual({ expected: 0, received: 0 });
  });

  test('rows without what is measured, or in fault, are no readings', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const fault = enumValues.runState.indexOf('fault');
    await storage.readings.ingest([
      ...every(id, T0, T0 + 6 * HOUR, 10 * MINUTE),
      ...every(id, T0 + 6 * HOUR, T0 + 12 * HOUR, 10 * MINUTE, { runState: fault, temperature: 20 }),
      ...every(id, T0 + 12 * HOUR, T0 + 18 * HOUR, 10 * MINUTE, { temperature: 20, threshold: 0.5 }),
      ...every(id, T0 + 18 * HOUR, T0 + DAY, 10 * MINUTE, { x: 3, runState: fault }),
    ]);
    expect(await ask(storage, id, T0, T0 + DAY)).toEqual({ expected: 144, received: 36 });
  });

  test('a dead sensor of a living RTU is 0 %, one that died in the day has its part, a sleeping RTU is reproached with nothing', async () => {
    const { storage, sensor } = fixture();
    const [whole, dying, dead] = [sensor('kathmandu'), sensor('kathmandu'), sensor('kathmandu')];
    const found = await readSites(storage.db, await readProjects(storage.db));
    const site = found.find(({ rtu }) => rtu?.sn === 'kathmandu');
    if (site === undefined || site.rtu === null) throw new Error('no site');
    const own = { ...site, sensors: site.sensors.filter(({ id }) => [whole, dying, dead].includes(id)) };
    const now = T0 + 2 * DAY;
    // It sent last 50 minutes ago what it had collected until then.
    const lastContactAt = now - 50 * MINUTE;
    const status = every(site.rtu.id, T0, lastContactAt, HOUR, { batteryVoltage: 12 });
    await storage.readings.ingest([
      ...status.map((row) => ({ ...row, row: 'status' as const })),
      ...every(whole, T0, lastContactAt, 10 * MINUTE),
      ...every(dying, T0, now - 25 * HOUR, 10 * MINUTE),
    ]);
    const reports = await readOverview(storage, own, now, { lastContactAt, sendCycle: 3600 });
    const of = (id: number) => {
      const report = reports.find((one) => one.sourceId === id && one.row === 'tilt');
      return report && [report.expected24h, report.received24h, report.expected30d, report.received30d];
    };
    const month = Math.floor((lastContactAt - T0) / (10 * MINUTE));
    expect(of(whole)).toEqual([144, 144, month, month]);
    expect(of(dead)).toEqual([144, 0, month, 0]);
    const [expected, received, , part] = of(dying) ?? [];
    expect([expected, received]).toEqual([144, 0]);
    expect(part).toBe((now - 25 * HOUR - T0) / (10 * MINUTE));
    // An RTU that is silent is not excused: 1.5 of its cycles ago its readings should have been here.
    const later = await readOverview(storage, own, now + 6 * HOUR, { lastContactAt, sendCycle: 3600 });
    const late = later.find((one) => one.sourceId === whole && one.row === 'tilt');
    const until = now + 6 * HOUR - 1.5 * HOUR;
    const heldBack = Math.floor((until - (lastContactAt - 10 * MINUTE) - 1) / (10 * MINUTE));
    expect([late?.expected24h, late?.received24h]).toEqual([144, 144 - heldBack]);
  });
});
