/** Readings go when their project keeps them no longer, sealed or not; their days stay, and other projects' readings. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Retention } from '../../../src/server/sites/retention.ts';
import { openBoth, reading } from '../../support/storage-fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days of the project begin at 8 in Shanghai: at midnight UTC. */
const T0 = Date.UTC(2026, 0, 1);
let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(3);
});
afterAll(() => both?.close());

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test('whole days before those that are kept go, hours and days stay', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const [kept, bounded, sealed] = [sensor('berlin'), sensor('shanghai'), sensor('shanghai')];
    const fill = (id: number) =>
      storage.readings.ingest(
        Array.from({ length: 50 * 288 }, (_, nth) => reading(id, T0 + (nth * DAY) / 288, { x: nth })),
      );
    for (const id of [kept, bounded, sealed]) await fill(id);
    await storage.readings.settle();
    await storage.readings.seal('tilt', [sealed], T0 + 49 * DAY);
    const span = { row: 'tilt', element: 0, from: T0, to: T0 + 50 * DAY } as const;
    const hours = async (sourceId: number) => {
      const found = await storage.readings.history({
        ...span,
        sourceId,
        channels: ['x'],
        bins: 5000,
        step: HOUR,
      });
      return [[...found.t], [...(found.channels[0]?.min ?? [])], [...(found.channels[0]?.max ?? [])]];
    };
    const firstOf = async (sourceId: number) => {
      const { total } = await storage.readings.rows({ ...span, sourceId, limit: 1 });
      const [oldest] = await storage.readings
        .stretch('tilt', [sourceId], T0, span.to)
        .then((all) => all.get(sourceId) ?? []);
      return [total, oldest === undefined ? null : (oldest.t - T0) / DAY];
    };
    const before = await hours(bounded);
    let now = T0 + 50 * DAY;
    const retention = new Retention({
      storage,
      failed: (error) => expect.fail(String(error)),
      now: () => now,
    });
    // Nobody has set how long.
    await retention.settle();
    for (const id of [kept, bounded, sealed]) expect(await firstOf(id)).toEqual([50 * 288, 0]);
    await storage.write((db) =>
      db.updateTable('projects').set({ retention_days: 30 }).where('code', '=', 'shanghai').execute(),
    );
    await retention.settle();
    for (const id of [bounded, sealed]) expect(await firstOf(id)).toEqual([30 * 288, 20]);
    expect(await firstOf(kept)).toEqual([50 * 288, 0]);
    // The last ms of a day, and the first of the next.
    now = T0 + 51 * DAY - 1;
    await retention.settle();
    expect(await firstOf(sealed)).toEqual([30 * 288, 20]);
    now = T0 + 51 * DAY;
    await retention.settle();
    for (const id of [bounded, sealed]) expect(await firstOf(id)).toEqual([29 * 288, 21]);
    // A day of 288 readings has no hours while it is sealed: they were made again before its readings went.
    expect(await hours(bounded)).toEqual(before);
    expect(await hours(sealed)).toEqual(before);
    await retention.stop();
  });
});
