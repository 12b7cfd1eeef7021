/** R2: rows of one time become one by column; two different values are a conflict; imports can be tried and taken back. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteRederivation } from '../../../src/server/storage/rederive.ts';
import type { Reading, Storage } from '../../../src/server/storage/storage.ts';
import { openBoth, reading } from '../../support/storage-fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T0 = Date.UTC(2026, 5, 10, 3, 0);
const long = process.env['LONG'] === '1';
const schedules = long ? 1000 : 40;

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(60 + 2 * schedules + 900);
});
afterAll(() => both?.close());

const all = { element: 0, from: 0, to: Date.UTC(2031, 0), limit: 10_000 } as const;

async function newRun(storage: Storage): Promise<number> {
  const row = await storage.write((db) =>
    db
      .insertInto('import_runs')
      .values({
        station_id: null,
        file: 'logger.csv',
        checksum: '',
        mapping: '{}',
        conflicts: 'keep',
        user_id: null,
        account_name: 'engineer',
        started_at: 0,
        ended_at: null,
        lines: 0,
        stored: 0,
        filled: 0,
        duplicates: 0,
        rejected: 0,
        conflict_count: 0,
        undone_at: null,
        undone_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

/** All that a console could be shown of a sensor. */
async function everything(storage: Storage, sourceId: number, row: Reading['row']) {
  await storage.readings.settle();
  const { rows, total } = await storage.readings.rows({ ...all, sourceId, row });
  const [latest] = await storage.readings.latest(row, [sourceId]);
  const channels = row === 'rain' ? ['amount', 'daily'] : ['x', 'y', 'tilt', 'x1h'];
  const query = { sourceId, row, element: 0, channels, from: T0 - 48 * HOUR, to: T0 + 96 * HOUR, bins: 6 };
  const history = await storage.readings.history(query);
  const [overview] = await storage.readings.overview(row, [sourceId]);
  const bare = (text: string) => text.replaceAll(`"sourceId":${sourceId}`, '"sourceId":0');
  return bare(JSON.stringify({ rows, total, latest, overview, t: [...history.t], mode: history.mode }));
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  const fixture = () => both.fixtures[dialect];

  test('R2 x, y and z of one moment in three messages are one row, with what follows from them', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const part = (values: Reading['values'], receivedAt: number) => reading(id, T0, values, { receivedAt });
    expect(await storage.readings.ingest([part({ x: 1 }, T0 + 10)])).toMatchObject({ stored: 1, filled: 0 });
    const second = await storage.readings.ingest([part({ y: 2 }, T0 + 20)]);
    expect(second).toMatchObject({ stored: 0, filled: 1, duplicates: 0, conflictCount: 0 });
    expect(second.newest).toHaveLength(1);
    expect(second.newest[0]?.values).toMatchObject({ x: 1, y: 2, direction: expect.closeTo(63.45, 1) });
    await storage.readings.ingest([part({ z: 3 }, T0 + 30)]);
    const page = await storage.readings.rows({ ...all, sourceId: id, row: 'tilt' });
    expect(page.total).toBe(1);
    expect(page.rows[0]).toMatchObject({ receivedAt: T0 + 10, values: { x: 1, y: 2, z: 3 } });
    expect(page.rows[0]?.values['tilt']).toBeCloseTo(2.236, 2);
  });

  test('R2 of two different values the first stays and the conflict is recorded', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    await storage.readings.ingest([reading(id, T0, { x: 1, y: 1 })]);
    const result = await storage.readings.ingest([reading(id, T0, { x: 1.5, y: 1, z: 9 })]);
    expect(result).toMatchObject({ stored: 0, filled: 1, duplicates: 0, conflictCount: 1 });
    expect(result.conflicts).toEqual([
      { sourceId: id, row: 'tilt', element: 0, t: T0, channel: 'x', stored: 1, offered: 1.5 },
    ]);
    const page = await storage.readings.rows({ ...all, sourceId: id, row: 'tilt' });
    expect(page.rows[0]?.values).toMatchObject({ x: 1, y: 1, z: 9 });
    const kept = await storage.db
      .selectFrom('reading_conflicts')
      .selectAll()
      .where('source_id', '=', id)
      .execute();
    expect(kept).toEqual([
      expect.objectContaining({ channel: 'x', stored: '1', offered: '1.5', run_id: null }),
    ]);
    expect(await storage.readings.ingest([reading(id, T0, { x: 1, y: 1, z: 9 })])).toMatchObject({
      duplicates: 1,
      conflictCount: 0,
    });
  });

  test('R2 conflicts of a source are kept up to a bound, of one cell the last', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const batch = (offset: number) =>
      Array.from({ length: 150 }, (_, i) => reading(id, T0 + i * MINUTE, { x: i + offset }));
    for (const offset of [0, 1, 2]) await storage.readings.ingest(batch(offset));
    const count = () =>
      storage.db.selectFrom('reading_conflicts').select('offered').where('source_id', '=', id).execute();
    expect(await count()).toHaveLength(150);
    const later = Array.from({ length: 150 }, (_, i) => reading(id, T0 + (500 + i) * MINUTE, { x: i }));
    await storage.readings.ingest(later);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await storage.readings.ingest(later.map((one) => ({ ...one, values: { x: -1 } })));
    expect((await count()).length).toBeLessThanOrEqual(200);
  });

  test('R2 the newest value of each channel has its own age', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    await storage.readings.ingest([reading(id, T0, { x: 1, temperature: 20 })]);
    const alone = await storage.readings.ingest([reading(id, T0 + MINUTE, { temperature: 21 })]);
    expect(alone.newest.map(({ t }) => t)).toEqual([T0 + MINUTE]);
    const [latest] = await storage.readings.latest('tilt', [id]);
    expect(latest).toMatchObject({ t: T0 + MINUTE, values: { x: 1, temperature: 21 }, times: { x: T0 } });
    // A late value of a channel moves that channel alone.
    const late = await storage.readings.ingest([reading(id, T0 + 30_000, { x: 5, temperature: 7 })]);
    expect(late.newest.map(({ t }) => t)).toEqual([T0 + 30_000]);
    const [moved] = await storage.readings.latest('tilt', [id]);
    expect(moved).toMatchObject({
      t: T0 + MINUTE,
      values: { x: 5, temperature: 21 },
      times: { x: T0 + 30_000 },
    });
    expect((await storage.readings.ingest([reading(id, T0 + 20_000, { x: 4 })])).newest).toEqual([]);
  });

  test('R7 what a device does not vouch for is kept apart and counts nowhere', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const bad = { x: { quality: 0, value: 88 }, y: { quality: 500, value: 2 } };
    await storage.readings.ingest([reading(id, T0 - MINUTE, { x: 1, y: 1 })]);
    await storage.readings.ingest([reading(id, T0, { z: 3 }, { notGood: bad })]);
    const page = await storage.readings.rows({ ...all, sourceId: id, row: 'tilt' });
    expect(page.rows[0]).toMatchObject({ t: T0, values: { z: 3 }, notGood: bad });
    expect(page.rows[0]?.values['tilt']).toBeUndefined();
    const [latest] = await storage.readings.latest('tilt', [id]);
    expect(latest).toMatchObject({
      values: { x: 1 },
      times: { x: T0 - MINUTE },
      notGood: { x: { quality: 0, t: T0 } },
    });
    const history = await storage.readings.history({
      ...all,
      sourceId: id,
      row: 'tilt',
      channels: ['x'],
      bins: 10,
    });
    expect([...(history.channels[0]?.value ?? [])]).toEqual([1, Number.NaN]);
    // A good value of the same time takes its place.
    await storage.readings.ingest([reading(id, T0, { x: 4 })]);
    const [healed] = await storage.readings.latest('tilt', [id]);
    expect(healed?.values['x']).toBe(4);
    expect(Object.keys(healed?.notGood ?? {})).toEqual(['y']);
  });

  test('R7 only rows with a value in doubt are answered where they are asked for, page by page', async () => {
    const { storage, sensor } = fixture();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('good', 'bad', 'both'), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: -2, max: 32 }),
        fc.integer({ min: -2, max: 32 }),
        fc.integer({ min: 1, max: 7 }),
        async (kinds, one, other, limit) => {
          const id = sensor('shanghai');
          const notGood = { x: { quality: 0, value: 88 } };
          await storage.readings.ingest(
            kinds.map((kind, index) =>
              reading(
                id,
                T0 + index * MINUTE,
                kind === 'bad' ? {} : { y: index },
                kind === 'good' ? {} : { notGood },
              ),
            ),
          );
          const [from, to] = [T0 + Math.min(one, other) * MINUTE, T0 + Math.max(one, other) * MINUTE];
          const times = kinds
            .map((kind, index) => ({ kind, t: T0 + index * MINUTE }))
            .filter(({ kind, t }) => kind !== 'good' && t >= from && t < to)
            .map(({ t }) => t)
            .reverse();
          const found: number[] = [];
          for (;;) {
            const before = found.at(-1);
            const page = await storage.readings.rows({
              ...{ sourceId: id, row: 'tilt', element: 0, from, to, limit, doubted: true },
              ...(before === undefined ? {} : { before }),
            });
            expect(page.total).toBe(times.length);
            for (const row of page.rows) expect(row.notGood).toEqual(notGood);
            found.push(...page.rows.map(({ t }) => t));
            if (page.rows.length < limit) break;
          }
          expect(found).toEqual(times);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('R2 an import keeps, replaces or fails, as it was asked', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    await storage.readings.ingest([reading(id, T0, { x: 1, y: 1 }), reading(id, T0 + HOUR, { x: 2, y: 1 })]);
    const other = [reading(id, T0, { x: 10, z: 5 }), reading(id, T0 + 2 * HOUR, { x: 3 })];
    await expect(storage.readings.ingest(other, { conflicts: 'fail' })).rejects.toMatchObject({
      fault: 'conflict',
    });
    expect((await storage.readings.rows({ ...all, sourceId: id, row: 'tilt' })).total).toBe(2);
    const run = await newRun(storage);
    const tried = await storage.readings.ingest(other, { conflicts: 'replace', run, dryRun: true });
    expect(tried).toMatchObject({ stored: 1, filled: 1, conflictCount: 1 });
    const before = await storage.readings.rows({ ...all, sourceId: id, row: 'tilt' });
    expect(before.total).toBe(2);
    expect(before.rows.at(-1)?.values).toMatchObject({ x: 1 });
    const done = await storage.readings.ingest(other, { conflicts: 'replace', run });
    expect(done).toMatchObject({
      stored: tried.stored,
      filled: tried.filled,
      conflictCount: tried.conflictCount,
    });
    const after = await storage.readings.rows({ ...all, sourceId: id, row: 'tilt' });
    expect(after.rows.map(({ values }) => values['x'])).toEqual([3, 2, 10]);
    // What follows from the replaced value follows it.
    expect(after.rows[1]?.values['x1h']).toBe(-8);
    expect(await storage.readings.undo(run)).toEqual({ removed: 1, restored: 1 });
    await storage.readings.settle();
    const undone = await storage.readings.rows({ ...all, sourceId: id, row: 'tilt' });
    expect(undone.rows.map(({ values }) => values['x'])).toEqual([2, 1]);
    expect(undone.rows.map(({ values }) => values['z'])).toEqual([undefined, undefined]);
    expect(undone.rows[0]?.values['x1h']).toBe(1);
    expect((await storage.readings.latest('tilt', [id]))[0]).toMatchObject({
      t: T0 + HOUR,
      values: { x: 2 },
    });
  });

  test(
    'R2 after an import was taken back nothing is left of it, whatever came before, with or after it',
    async () => {
      const { storage, sensor } = fixture();
      const values = (row: 'tilt' | 'rain') =>
        row === 'tilt'
          ? fc.record({ x: fc.integer({ min: 0, max: 5 }), y: fc.constantFrom(null, 1, 2) })
          : fc.record({ amount: fc.integer({ min: 0, max: 5 }), interval: fc.constantFrom(null, 300, 7200) });
      const batches = fc.constantFrom('tilt' as const, 'rain' as const).chain((row) =>
        fc.record({
          row: fc.constant(row),
          batches: fc.array(
            fc.record({
              imported: fc.boolean(),
              rows: fc.array(fc.record({ at: fc.nat(60), values: values(row) }), {
                minLength: 1,
                maxLength: 12,
              }),
            }),
            { minLength: 2, maxLength: 6 },
          ),
        }),
      );
      await fc.assert(
        fc.asyncProperty(batches, async ({ row, batches: list }) => {
          const [id, plain] = [sensor('shanghai'), sensor('shanghai')];
          const run = await newRun(storage);
          const taken = new Set<number>();
          for (const { imported, rows } of list) {
            // A device has precedence over an import, but does not replace what an import filled.
            const free = imported ? rows : rows.filter(({ at }) => !taken.has(at));
            if (imported) for (const { at } of rows) taken.add(at);
            const of = (source: number) =>
              free.map((one) => reading(source, T0 + one.at * 20 * MINUTE, one.values, { row }));
            await storage.readings.ingest(of(id), imported ? { run, conflicts: 'replace' } : {});
            if (!imported) await storage.readings.ingest(of(plain));
          }
          await storage.readings.undo(run);
          expect(await everything(storage, id, row)).toBe(await everything(storage, plain, row));
        }),
        { numRuns: schedules },
      );
    },
    long ? 1_200_000 : 120_000,
  );

  test('R4 what depends on mount, datum, zone and day follows when they change', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('berlin');
    const tilt = Array.from({ length: 20 }, (_, i) => reading(id, T0 + i * 30 * MINUTE, { x: i, y: 1 }));
    await storage.readings.ingest(tilt);
    const rows = async () =>
      (await storage.readings.rows({ ...all, sourceId: id, row: 'tilt' })).rows.toReversed();
    expect((await rows())[4]?.values['x1h']).toBe(2);
    const azimuths = (await rows()).map(({ values }) => Number(values['azimuth']));
    const remount = T0 + 4 * 30 * MINUTE;
    await storage.write(async (db) => {
      await db.updateTable('sensors').set({ mount_azimuth: 90 }).where('id', '=', id).execute();
      const datum = { sensor_id: id, t: remount, cause: 'mount', azimuth_before: 0 };
      await db.insertInto('datums').values(datum).execute();
      await noteRederivation(db, { sensorIds: [id] }, ['tilt'], T0);
    });
    await storage.readings.settle();
    const after = await rows();
    // Never across the remount, which is not an older reading's business.
    expect(after.slice(2, 8).map(({ values }) => values['x1h'])).toEqual([2, 2, undefined, undefined, 2, 2]);
    after.forEach(({ t, values }, i) => {
      const turned = ((azimuths[i] ?? 0) + (t < remount ? 0 : 90)) % 360;
      expect(Number(values['azimuth'])).toBeCloseTo(turned, 9);
    });
  });
});
