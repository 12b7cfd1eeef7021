/** Storing and finding readings, the same on both dialects. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../../src/catalogue/index.ts';
import type { RowDefinition } from '../../../src/catalogue/model.ts';
import { StorageProblem } from '../../../src/server/storage/problem.ts';
import type { IngestResult, StoredValue } from '../../../src/server/storage/storage.ts';
import { openBoth, reading } from '../../support/storage-fixture.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T0 = Date.UTC(2026, 4, 1);
let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(40);
});
afterAll(() => both?.close());

/** A value for every channel of a row. */
function sample(row: RowDefinition): Record<string, StoredValue> {
  const values: Record<string, StoredValue> = {};
  for (const channel of [...row.channels, ...(row.elements?.channels ?? [])]) {
    if (channel.type === 'text') values[channel.id] = '版本 1.2 ü';
    else if (channel.type === 'samples') values[channel.id] = new Uint8Array([0, 1, 254, 255]);
    else if (channel.type === 'number') values[channel.id] = -12.345_678_9;
    else if (channel.type === 'time') values[channel.id] = T0;
    else if (channel.type === 'flagSet') values[channel.id] = 2 ** channel.flags.length - 1;
    else values[channel.id] = 1;
  }
  return values;
}
const plain = (values: Readonly<Record<string, StoredValue>>): object =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, value instanceof Uint8Array ? [...value] : value]),
  );

const nothing: IngestResult = {
  stored: 0,
  filled: 0,
  duplicates: 0,
  conflicts: [],
  conflictCount: 0,
  newest: [],
  revisions: { before: new Float64Array(0), after: new Float64Array(0) },
};

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  const fixture = () => both.fixtures[dialect];

  test('a resend changes nothing, also within one batch', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const first = reading(id, T0, { x: 1 });
    expect(await storage.readings.ingest([first, { ...first, values: { x: 9 } }])).toMatchObject({
      stored: 1,
      duplicates: 1,
      newest: [first],
    });
    expect(await storage.readings.ingest([{ ...first, receivedAt: T0 + DAY, historical: true }])).toEqual({
      ...nothing,
      duplicates: 1,
    });
    expect(await storage.readings.latest('tilt', [id])).toEqual([
      { sourceId: id, row: 'tilt', element: 0, t: T0, receivedAt: T0 + 1000, values: { x: 1 } },
    ]);
    expect(await storage.readings.ingest([])).toEqual(nothing);
  });

  test('only a newer reading replaces the latest row; those that did are returned in order', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const at = (minutes: number) => reading(id, T0 + minutes * MINUTE, { x: minutes });
    const moved = await storage.readings.ingest([at(5), at(3), at(7), at(6), at(8)]);
    expect(moved.newest.map(({ values }) => values['x'])).toEqual([5, 7, 8]);
    expect((await storage.readings.ingest([at(1), at(4)])).newest).toEqual([]);
    const [latest] = await storage.readings.latest(null, [id, 999_999]);
    expect(latest).toMatchObject({ t: T0 + 8 * MINUTE, values: { x: 8 } });
  });

  test.each(Object.values(rows))('row $id keeps every channel', async (row) => {
    const { storage, sensor } = fixture();
    const id = sensor('kathmandu');
    const values = sample(row);
    await storage.readings.ingest([reading(id, T0, values, { row: row.id })]);
    const [latest] = await storage.readings.latest(row.id, [id]);
    expect(plain(latest?.values ?? {})).toEqual(plain(values));
    const page = await storage.readings.rows({
      sourceId: id,
      row: row.id,
      element: 0,
      from: T0,
      to: T0 + 1,
      limit: 5,
    });
    expect(page.rows.map((found) => plain(found.values))).toEqual([plain(values)]);
  });

  test('numbers that are none are missing', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    await storage.readings.ingest([
      reading(id, T0, { x: Number.NaN, y: Number.POSITIVE_INFINITY, z: null, firmware: 'a\0b' }),
    ]);
    const [latest] = await storage.readings.latest('tilt', [id]);
    expect(latest?.values).toEqual({ firmware: 'ab' });
  });

  test('pages go back in time without duplicates, and have the total', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('berlin');
    await storage.readings.ingest(
      Array.from({ length: 1000 }, (_, i) => reading(id, T0 + i * 10 * MINUTE, { x: i })),
    );
    const range = {
      sourceId: id,
      row: 'tilt',
      element: 0,
      from: T0 + 1,
      to: T0 + 900 * 10 * MINUTE,
    } as const;
    for (const settled of [false, true]) {
      if (settled) await storage.readings.settle();
      const seen: number[] = [];
      let before: number | undefined;
      for (;;) {
        const page = await storage.readings.rows({ ...range, limit: 200, ...(before ? { before } : {}) });
        expect(page.total).toBe(899);
        seen.push(...page.rows.map(({ values }) => Number(values['x'])));
        before = page.rows.at(-1)?.t;
        if (page.rows.length < 200) break;
      }
      expect(seen).toEqual(Array.from({ length: 899 }, (_, i) => 899 - i));
    }
    const newest = await storage.readings.newest({ ...range, channels: ['x'], count: 3 });
    expect([...(newest.channels[0]?.value ?? [])]).toEqual([997, 998, 999]);
    expect(await storage.readings.overview('tilt', [id, 999_999])).toEqual([
      { sourceId: id, row: 'tilt', count: 1000, firstAt: T0, lastAt: T0 + 999 * 10 * MINUTE },
      { sourceId: 999_999, row: 'tilt', count: 0, firstAt: null, lastAt: null },
    ]);
  });

  test('an unknown channel, and one that holds no numbers, is refused', async () => {
    const { storage } = fixture();
    const query = { sourceId: 1, row: 'tilt', element: 0, from: 0, to: 1, bins: 1 } as const;
    for (const channel of ['nonsense', 'firmware', 'x"; DROP TABLE latest; --']) {
      await expect(storage.readings.history({ ...query, channels: [channel] })).rejects.toMatchObject({
        name: 'StorageProblem',
        fault: 'unknown-channel',
      });
    }
  });

  test('a source without readings answers emptiness', async () => {
    const { storage, sensor } = fixture();
    const query = { sourceId: sensor('berlin'), row: 'tilt', element: 0, from: T0, to: T0 + DAY } as const;
    expect((await storage.readings.history({ ...query, channels: ['x'], bins: 10 })).t).toHaveLength(0);
    expect((await storage.readings.newest({ ...query, channels: ['x'], count: 5 })).t).toHaveLength(0);
    expect(await storage.readings.gaps({ ...query, cycle: 600 })).toEqual([]);
    expect(await storage.readings.rows({ ...query, limit: 5 })).toEqual({ rows: [], total: 0 });
  });

  test('gaps of each kind are kept apart, for days and for years', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const minutes = Array.from({ length: 3 * 1440 }, (_, i) => i).filter(
      (i) => !(i > 100 && i < 161) && !(i > 1440 && i < 1444),
    );
    const batch = minutes.map((i) =>
      reading(
        id,
        T0 + i * MINUTE,
        { x: 1, runState: i >= 300 && i < 310 ? 1 : 0 },
        i >= 400 && i < 430
          ? { receivedAt: T0 + 500 * MINUTE, historical: true }
          : i === 2000
            ? { receivedAt: T0 + 2011 * MINUTE }
            : i === 2100
              ? { receivedAt: T0 + 2109 * MINUTE }
              : {},
      ),
    );
    await storage.readings.ingest(batch);
    const query = { sourceId: id, row: 'tilt', element: 0, cycle: 60 } as const;
    const at = (i: number): number => T0 + i * MINUTE;
    const expected = [
      { kind: 'silent', from: at(100), to: at(161), count: 60 },
      { kind: 'fault', from: at(300), to: at(309), count: 10 },
      { kind: 'resent', from: at(400), to: at(429), count: 30 },
      { kind: 'silent', from: at(1440), to: at(1444), count: 3 },
      { kind: 'resent', from: at(2000), to: at(2000), count: 1 },
      { kind: 'silent', from: at(4319), to: at(4400), count: 80 },
    ];
    for (const settled of [false, true]) {
      if (settled) {
        await storage.readings.ingest([reading(id, T0 + 30 * DAY, { x: 1 })]);
        await storage.readings.settle();
      }
      const found = await storage.readings.gaps({ ...query, from: T0 - DAY, to: at(4400) });
      const last = expected.at(-1);
      const end = found.at(-1);
      expect(found.slice(0, -1)).toEqual(expected.slice(0, -1));
      expect(end).toMatchObject({ kind: 'silent', from: last?.from, to: last?.to });
      expect(await storage.readings.gaps({ ...query, from: at(120), to: at(305) })).toEqual([
        { kind: 'silent', from: at(120), to: at(161), count: 60 },
        { kind: 'fault', from: at(300), to: at(304), count: 5 },
      ]);
    }
  });

  test('pruned readings go by whole days, their rollups stay, and they do not come back', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const batch = Array.from({ length: 10 * 288 }, (_, i) => reading(id, T0 + i * 5 * MINUTE, { x: i }));
    await storage.readings.ingest(batch);
    const query = {
      sourceId: id,
      row: 'tilt',
      element: 0,
      channels: ['x'],
      from: T0,
      to: T0 + 10 * DAY,
    } as const;
    const before = await storage.readings.history({ ...query, bins: 100 });
    expect(await storage.readings.prune('tilt', [id], T0 + 4 * DAY + HOUR)).toBe(4 * 288);
    expect(await storage.readings.prune('tilt', [id], T0 + 4 * DAY + HOUR)).toBe(0);
    const after = await storage.readings.history({ ...query, bins: 100 });
    expect(after.mode).toBe('bins');
    expect([...after.t]).toEqual([...before.t]);
    expect([...(after.channels[0]?.max ?? [])]).toEqual([...(before.channels[0]?.max ?? [])]);
    expect((await storage.readings.rows({ ...query, limit: 1 })).total).toBe(6 * 288);
    expect(await storage.readings.ingest(batch.slice(0, 10))).toEqual({ ...nothing, duplicates: 10 });
    expect((await storage.readings.overview('tilt', [id]))[0]?.count).toBe(2880);
  });

  test('a write that fails leaves nothing, and the next one works', async () => {
    const { storage } = fixture();
    await expect(
      storage.write(async (db) => {
        await db
          .insertInto('settings')
          .values({ key: `half ${dialect}`, value: '1' })
          .execute();
        throw new TypeError('stop');
      }),
    ).rejects.toThrow(TypeError);
    await storage.write((db) => db.insertInto('settings').values({ key: dialect, value: '1' }).execute());
    const keys = await storage.db
      .selectFrom('settings')
      .select('key')
      .where('key', '!=', 'schema.needs')
      .execute();
    expect(keys).toEqual([{ key: dialect }]);
    await expect(
      storage.db.insertInto('settings').values({ key: 'past the writer', value: '1' }).execute(),
    ).rejects.toThrow(/read.?only/i);
  });

  test('writes and batches asked for at once are done one after the other', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('berlin');
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2
          ? storage.write(async (db) => {
              await db
                .insertInto('settings')
                .values({ key: `many ${i}`, value: '1' })
                .execute();
              await new Promise((resolve) => setImmediate(resolve));
              return 1;
            })
          : storage.readings.ingest([reading(id, T0 + i, { x: i }), reading(id, T0 + i + 1, { x: i })]),
      ),
    );
    expect(results.filter((result) => result === 1)).toHaveLength(10);
    expect((await storage.readings.overview('tilt', [id]))[0]?.count).toBe(20);
  });

  test('a batch with a reading that cannot be stored leaves none of it', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('berlin');
    const bad = { ...reading(id, T0 + 1, { x: 1 }), row: 'nonsense' as 'tilt' };
    await expect(storage.readings.ingest([reading(id, T0, { x: 1 }), bad])).rejects.toThrow(StorageProblem);
    expect(await storage.readings.latest('tilt', [id])).toEqual([]);
    expect((await storage.readings.ingest([reading(id, T0, { x: 1 })])).stored).toBe(1);
  });

  test('health reports the size and no problem', async () => {
    const { storage } = fixture();
    expect((await storage.health()).bytes).toBeGreaterThan(10_000);
    expect((await storage.health()).problem).toBeNull();
  });
});
