/**
 * C9: sealed readings are the readings. Whatever arrives in whatever order, and whenever it is sealed, opened, taken
 * back or pruned, every answer is that of a storage in which nothing is ever sealed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Reading, Storage } from '../../../src/server/storage/storage.ts';
import { openBoth, type Project, reading, seed } from '../../support/storage-fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** A border of weeks: a Thursday at midnight, UTC. */
const T0 = Math.floor(Date.UTC(2026, 4, 14) / WEEK) * WEEK;
const long = process.env['LONG'] === '1';
const schedules = long ? 1500 : 25;
const sensors = schedules + 60;

let both: Awaited<ReturnType<typeof openBoth>>;
let folder: string;
let plain: Storage;
beforeAll(async () => {
  both = await openBoth(sensors);
  folder = await mkdtemp(join(tmpdir(), 'plain-'));
  plain = await openStorage({ dataDir: folder });
  // The same statements give the same ids.
  await seed(plain, sensors);
});
afterAll(async () => {
  await both?.close();
  await plain?.close();
  await rm(folder, { recursive: true, force: true });
});

type Row = 'tilt' | 'rain' | 'crack';
const channelsOf = {
  tilt: ['x', 'y', 'temperature', 'tilt', 'x1h'],
  rain: ['amount', 'daily'],
  crack: ['length', 'opening'],
} as const satisfies Record<Row, readonly string[]>;

const digits = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(11)) : value;

/** All that anybody can ask of a sensor, in stretches that cut chunks anywhere. */
async function everything(storage: Storage, sourceId: number, row: Row, cuts: readonly number[]) {
  const { readings } = storage;
  const key = { sourceId, row, element: 0 };
  const channels = channelsOf[row];
  const answers: unknown[] = [];
  /** Rollups keep floats of 32 bits, and stand for readings wherever they serve. */
  const rolled: number[] = [];
  const spans = [[T0 - WEEK, T0 + 8 * WEEK], ...cuts.map((cut, nth) => [cut, cut + (nth + 1) * 11 * HOUR])];
  for (const [from = 0, to = 0] of spans) {
    for (const query of [
      { bins: 4000 },
      { bins: 10 },
      { bins: 10, step: 10 * MINUTE },
      { bins: 3, step: DAY },
    ]) {
      const found = await readings.history({ ...key, channels, from, to, ...query });
      const list = ({ channel, ...columns }: (typeof found.channels)[number]) => [
        channel,
        ...Object.values(columns).map((column) => (column === null ? null : [...column])),
      ];
      answers.push([found.mode, found.step, [...found.t]]);
      if (found.step < HOUR) answers.push(found.channels.map(list));
      else for (const one of found.channels.map(list)) rolled.push(...one.flat().map(Number));
    }
    answers.push(await readings.rows({ ...key, from, to, limit: 25 }));
    answers.push(await readings.rows({ ...key, from, to, limit: 7, before: (from + to) / 2 }));
    answers.push(await readings.rows({ ...key, from, to, limit: 7, doubted: true }));
    answers.push(await readings.gaps({ ...key, from, to, cycle: 600 }));
    answers.push(await readings.arrivals({ row, sourceId, from, to, cycle: 600 }));
    answers.push((await readings.stretch(row, [sourceId], from, to)).get(sourceId));
    const [channel] = channels;
    const query = { row, channel, spans: [{ sourceId, element: 0, from, to }] };
    answers.push(await readings.earlier(query), row === 'rain' ? await readings.amounts(query) : null);
  }
  const newest = await readings.newest({ ...key, channels, count: 30 });
  answers.push(
    [...newest.t],
    newest.channels.map(({ value }) => [...(value ?? [])]),
  );
  answers.push(await readings.overview(row, [sourceId]), await readings.latest(row, [sourceId]));
  if (row === 'tilt') answers.push(await readings.since({ row, sourceId, channel: 'runState', bit: null }));
  return { answers: JSON.parse(JSON.stringify(answers, digits)) as unknown[], rolled };
}

interface Step {
  /** What is done. */
  readonly what: 'store' | 'store' | 'replace' | 'import' | 'undo' | 'seal' | 'prune' | 'settle';
  /** Minutes after the beginning where it begins, and how long it is. */
  readonly at: number;
  readonly rows: number;
  readonly every: number;
  readonly seed: number;
}
interface Schedule {
  readonly project: Project;
  readonly row: Row;
  readonly steps: readonly Step[];
  readonly cuts: readonly number[];
}

const weeks = 3;
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(
    'store',
    'store',
    'store',
    'replace',
    'import',
    'undo',
    'seal',
    'seal',
    'seal',
    'prune',
    'settle',
  ),
  at: fc.oneof(
    // Anywhere, and near the borders of weeks.
    fc.integer({ min: 0, max: (weeks * WEEK) / MINUTE }),
    fc
      .tuple(fc.integer({ min: 1, max: weeks - 1 }), fc.integer({ min: -40, max: 5 }))
      .map(([week, minutes]) => (week * WEEK) / MINUTE + minutes),
  ),
  rows: fc.constantFrom(1, 2, 5, 40, 200, 900),
  every: fc.constantFrom(1, 5, 10, 10, 60),
  seed: fc.integer({ min: 0, max: 1000 }),
});
const schedule: fc.Arbitrary<Schedule> = fc.record({
  project: fc.constantFrom<Project>('shanghai', 'berlin', 'kathmandu'),
  row: fc.constantFrom<Row>('tilt', 'tilt', 'rain', 'crack'),
  steps: fc.array(step, { minLength: 8, maxLength: 20 }),
  cuts: fc.array(
    fc.integer({ min: 0, max: weeks * 7 * 24 * 12 }).map((fives) => T0 + fives * 5 * MINUTE + (fives % 3)),
    { minLength: 2, maxLength: 2 },
  ),
});

function valuesOf(row: Row, seed: number, nth: number): Reading['values'] {
  const number = ((seed * 7919 + nth * 104_729) % 4001) / 100 - 20;
  const gap = (seed + nth) % 5 === 0;
  if (row === 'rain')
    return {
      amount: gap ? null : ((seed + nth) % 9) / 4,
      interval: [300, 600, 3600][(seed + nth) % 3] ?? 300,
      dataType: nth % 7 === 0 ? 0 : 1,
    };
  if (row === 'crack')
    return { length: number, installedLength: gap ? null : 1, temperature: Math.fround(number / 3) };
  // Some numbers are no short decimals.
  return {
    x: gap ? null : number,
    y: seed % 3 === 0 ? number / 3 : number,
    temperature: Math.fround(number / 7),
    runState: nth % 50 === 49 ? 1 : 0,
  };
}

function batchOf(sourceId: number, row: Row, { at, rows, every, seed }: Step): Reading[] {
  return Array.from({ length: rows }, (_, nth): Reading => {
    const t = T0 + (at + nth * every) * MINUTE;
    const more: Partial<Reading> = {
      row,
      receivedAt: t + ((seed * nth) % 5000),
      historical: seed % 2 === 0,
      ...(nth % 60 === 7 && row === 'tilt' ? { notGood: { z: { quality: 500, value: nth } } } : {}),
    };
    return reading(sourceId, t, valuesOf(row, seed, nth), more);
  });
}

async function newRun(storage: Storage): Promise<number> {
  const counts = { lines: 0, stored: 0, filled: 0, duplicates: 0, rejected: 0, conflict_count: 0 };
  const nobody = { station_id: null, user_id: null, undone_at: null, undone_by: null, ended_at: null };
  const run = {
    file: 'logger.csv',
    checksum: '',
    mapping: '{}',
    conflicts: 'keep',
    account_name: 'engineer',
  };
  const { id } = await storage.write((db) =>
    db
      .insertInto('import_runs')
      .values({ ...counts, ...nobody, ...run, started_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

/** Does the steps; `seals`: also those that must not change anything. */
async function play(storage: Storage, sourceId: number, { row, steps }: Schedule, seals: boolean) {
  const { readings } = storage;
  const outcomes: unknown[] = [];
  let run: number | null = null;
  for (const one of steps) {
    const batch = () => batchOf(sourceId, row, one);
    if (one.what === 'store' || one.what === 'replace') {
      const conflicts = one.what === 'store' ? 'keep' : 'replace';
      const { stored, filled, duplicates, conflictCount } = await readings.ingest(batch(), { conflicts });
      outcomes.push([stored, filled, duplicates, conflictCount]);
    } else if (one.what === 'import') {
      run = await newRun(storage);
      const { stored, filled } = await readings.ingest(batch(), { conflicts: 'replace', run });
      outcomes.push([stored, filled]);
    } else if (one.what === 'undo' && run !== null) {
      outcomes.push(await readings.undo(run));
      run = null;
    } else if (one.what === 'prune') {
      outcomes.push(await readings.prune(row, [sourceId], T0 + Math.min(one.at, 2 * 7 * 24 * 60) * MINUTE));
    } else if (one.what === 'settle') await readings.settle();
    else if (one.what === 'seal' && seals)
      await readings.seal(row, [sourceId], T0 + (1 + (one.seed % weeks)) * WEEK);
  }
  await readings.settle();
  if (seals) await readings.seal(row, [sourceId], T0 + weeks * WEEK);
  return outcomes;
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test(`C9 no answer depends on what is sealed: ${schedules} schedules`, async () => {
    const { storage, sensor } = both.fixtures[dialect];
    let sealed = 0;
    const property = fc.asyncProperty(schedule, async (one) => {
      const id = sensor(one.project);
      // Schedules that only differ by what is sealed.
      expect(await play(storage, id, one, true)).toEqual(await play(plain, id, one, false));
      const chunks = await storage.db
        .selectFrom('reading_chunks')
        .select(({ fn }) => fn.sum('row_count').as('rows'))
        .where('source_id', '=', id)
        .executeTakeFirstOrThrow();
      sealed += Number(chunks.rows ?? 0);
      const found = await everything(storage, id, one.row, one.cuts);
      const expected = await everything(plain, id, one.row, one.cuts);
      expect(found.answers).toEqual(expected.answers);
      expect(found.rolled).toHaveLength(expected.rolled.length);
      const unlike = expected.rolled.filter(
        (value, at) => !(Math.abs(value - (found.rolled[at] ?? Number.NaN)) < 1e-5) && !Number.isNaN(value),
      );
      expect(unlike).toEqual([]);
      expect(found.rolled.map(Number.isNaN)).toEqual(expected.rolled.map(Number.isNaN));
      await clear(plain, id);
    });
    await fc.assert(property, {
      numRuns: schedules,
      endOnFailure: true,
      ...(long ? {} : { seed: 20_261_129 }),
    });
    expect(sealed).toBeGreaterThan(schedules * 50);
  }, 3_600_000);
});

/** The chunks of a sensor. */
const chunksOf = (storage: Storage, sourceId: number) =>
  storage.db
    .selectFrom('reading_chunks')
    .select(['first_t', 'last_t', 'row_count'])
    .where('source_id', '=', sourceId)
    .orderBy('first_t')
    .execute();

describe.each(['sqlite', 'postgres'] as const)('borders on %s', (dialect) => {
  const fixture = () => both.fixtures[dialect];

  test('C9 a chunk is a week, or a day where a week has more than 2,016 readings; the last week stays', async () => {
    const { storage, sensor } = fixture();
    const fill = async (rows: number) => {
      const id = sensor('berlin');
      const batch = Array.from({ length: rows }, (_, nth) =>
        reading(id, T0 + nth * 5 * MINUTE, { x: nth / 10 }),
      );
      await storage.readings.ingest(batch);
      return id;
    };
    // 2,016 readings of 5 min are a week.
    const slow = await fill(2 * 2016 + 1);
    expect(await storage.readings.seal('tilt', [slow], T0 + WEEK - 1)).toBe(0);
    expect(await storage.readings.seal('tilt', [slow], T0 + WEEK)).toBe(2016);
    expect(await storage.readings.seal('tilt', [slow], T0 + 4 * WEEK)).toBe(2017);
    expect(await chunksOf(storage, slow)).toEqual([
      { first_t: T0, last_t: T0 + WEEK - 5 * MINUTE, row_count: 2016 },
      { first_t: T0 + WEEK, last_t: T0 + 2 * WEEK - 5 * MINUTE, row_count: 2016 },
      { first_t: T0 + 2 * WEEK, last_t: T0 + 2 * WEEK, row_count: 1 },
    ]);
    const quick = await fill(2016);
    // One more than a week's is sealed by days.
    await storage.readings.ingest([reading(quick, T0 + MINUTE, { x: 1 })]);
    expect(await storage.readings.seal('tilt', [quick], T0 + WEEK)).toBe(2017);
    expect((await chunksOf(storage, quick)).map(({ row_count }) => row_count)).toEqual([
      289,
      ...Array(6).fill(288),
    ]);
    // A late reading opens its day, and is sealed with it.
    const late = T0 + 3 * DAY + 2 * MINUTE;
    await storage.readings.ingest([reading(quick, late, { x: 9 })]);
    expect(await chunksOf(storage, quick)).toHaveLength(6);
    expect(await storage.readings.seal('tilt', [quick], T0 + WEEK)).toBe(289);
    expect((await chunksOf(storage, quick)).map(({ row_count }) => row_count)).toEqual([
      289, 288, 288, 289, 288, 288, 288,
    ]);
  });

  test('C9 a span ends before its end, whatever lies there: both sides of the borders of every chunk', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('kathmandu');
    // 40 weeks, so that one statement does not bring all chunks, with more and less than a reading an hour.
    const some = Array.from(
      { length: 40 * 50 },
      (_, nth) => T0 - 40 * WEEK + nth * (WEEK / 50) + (nth % 7) * 1000,
    );
    // And one in the first and the last ms of each week.
    const edges = Array.from({ length: 40 }, (_, week) => T0 - week * WEEK - 1);
    const times = [...new Set([...some, ...edges, ...edges.map((t) => t + 1 - WEEK)])].sort((x, y) => x - y);
    for (let from = 0; from < times.length; from += 500)
      await storage.readings.ingest(
        times.slice(from, from + 500).map((t, nth) => reading(id, t, { x: from + nth })),
      );
    expect(await storage.readings.seal('tilt', [id], T0)).toBe(times.length);
    // Some are rows again: what lies between chunks, and beside them.
    await storage.readings.ingest([reading(id, times[1234] ?? 0, { y: 1 })]);
    const chunks = await chunksOf(storage, id);
    expect(chunks).toHaveLength(39);
    const key = { row: 'tilt', sourceId: id, element: 0 } as const;
    for (const { first_t: first, last_t: last } of chunks.filter((_, nth) => nth % 3 === 0)) {
      for (const from of [first - 1, first, first + 1, last - 1, last, last + 1])
        for (const to of [first, first + 1, last, last + 1, times[1234] ?? 0]) {
          const within = times.filter((t) => t >= from && t < to);
          const { t } = await storage.readings.history({ ...key, channels: ['x'], from, to, bins: 2000 });
          expect([...t], `${from - T0} to ${to - T0}`).toEqual(within);
          if (from >= to) continue;
          const { rows, total } = await storage.readings.rows({ ...key, from, to, limit: 3 });
          expect([rows.map((one) => one.t), total]).toEqual([within.slice(-3).reverse(), within.length]);
        }
    }
    const all = await storage.readings.history({ ...key, channels: ['x'], from: 0, to: T0, bins: 2000 });
    expect([...all.t]).toEqual(times);
    expect([...(all.channels[0]?.value ?? [])]).toEqual(times.map((_, nth) => nth));
    const newest = await storage.readings.newest({ ...key, channels: ['x'], count: 130 });
    expect([...newest.t]).toEqual(times.slice(-130));
  });

  test('C9 more rows than one statement brings, a ms apart, sealed and not', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('kathmandu');
    const count = 20_050;
    const batch = Array.from({ length: count }, (_, nth) => reading(id, T0 + nth, { x: nth }));
    await storage.readings.ingest(batch);
    const key = { row: 'tilt', sourceId: id, element: 0 } as const;
    const stored = async () => {
      const query = { ...key, channels: ['x'], from: T0, to: T0 + count, bins: 1, rawUpTo: count };
      return [...((await storage.readings.history(query)).channels[0]?.value ?? [])];
    };
    expect(await stored()).toEqual(batch.map((_, nth) => nth));
    // A day that is too long for one chunk gets two; a late reading among them is sealed again.
    expect(await storage.readings.seal('tilt', [id], T0 + WEEK)).toBe(count);
    expect((await chunksOf(storage, id)).map(({ row_count }) => row_count)).toEqual([20_000, 50]);
    expect(await stored()).toEqual(batch.map((_, nth) => nth));
    await storage.readings.ingest([reading(id, T0 + 7, { y: 1 })]);
    expect(await stored()).toEqual(batch.map((_, nth) => nth));
    await storage.readings.seal('tilt', [id], T0 + WEEK);
    expect(await stored()).toEqual(batch.map((_, nth) => nth));
  });

  test('C9 who reads while readings are sealed and opened finds each once', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('shanghai');
    const count = 6 * 336;
    await storage.readings.ingest(
      Array.from({ length: count }, (_, nth) => reading(id, T0 + nth * 30 * MINUTE, { x: nth })),
    );
    const key = { row: 'tilt', sourceId: id, element: 0 } as const;
    let isOver = false;
    const work = async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        await storage.readings.seal('tilt', [id], T0 + 6 * WEEK);
        // Each opens another week.
        for (const week of [turn % 6, (turn + 3) % 6])
          await storage.readings.ingest([reading(id, T0 + week * WEEK + 7 * 30 * MINUTE, { z: turn })]);
      }
      isOver = true;
    };
    const read = async () => {
      let answers = 0;
      while (!isOver) {
        const { t } = await storage.readings.history({
          ...key,
          channels: ['x'],
          from: T0,
          to: T0 + 6 * WEEK,
          bins: 2000,
        });
        expect(new Set(t).size).toBe(count);
        expect(t.length).toBe(count);
        const { rows } = await storage.readings.rows({
          ...key,
          from: T0,
          to: T0 + 6 * WEEK,
          limit: count + 1,
        });
        expect(rows).toHaveLength(count);
        const received = await storage.readings.arrivals({
          ...key,
          from: T0,
          to: T0 + 6 * WEEK,
          cycle: 1800,
        });
        expect(received).toEqual({ expected: count, received: count });
        answers += 1;
      }
      return answers;
    };
    const [, answers] = await Promise.all([work(), read()]);
    expect(answers).toBeGreaterThan(5);
  }, 120_000);

  test('C9 every row that has samples, text or values put apart comes back as it was', async () => {
    const { storage, sensor } = fixture();
    const id = sensor('berlin');
    const waveform = (nth: number): Reading =>
      reading(
        id,
        T0 + nth * HOUR,
        { x: Uint8Array.from({ length: 3000 }, (_, at) => (at * nth) % 251) },
        { row: 'waveform' },
      );
    const list = Array.from({ length: 150 }, (_, nth) => waveform(nth));
    await storage.readings.ingest(list);
    const ask = {
      row: 'waveform',
      sourceId: id,
      element: 0,
      from: T0,
      to: T0 + 4 * WEEK,
      limit: 500,
    } as const;
    const stored = async () => {
      const { rows, total } = await storage.readings.rows(ask);
      return {
        total,
        rows: rows.map(({ values, ...one }) => ({ ...one, x: [...(values['x'] as Uint8Array)] })),
      };
    };
    const before = await stored();
    expect(before.total).toBe(150);
    expect(await storage.readings.seal('waveform', [id], T0 + WEEK)).toBe(150);
    expect((await chunksOf(storage, id)).map(({ row_count }) => row_count)).toEqual([64, 64, 22]);
    expect(await stored()).toEqual(before);
  });
});

/** Forgets a sensor's readings: the next dialect begins with the same. */
async function clear(storage: Storage, sourceId: number): Promise<void> {
  await storage.readings.prune('tilt', [sourceId], T0 + 20 * WEEK);
  await storage.write(async (db) => {
    for (const table of [
      'reading_tilt',
      'reading_rain',
      'reading_crack',
      'latest',
      'rollup_days',
      'rollup_hours',
      'reading_floors',
      'reading_conflicts',
      'rederivations',
    ])
      await sql`DELETE FROM ${sql.table(table)} WHERE source_id = ${sourceId}`.execute(db);
  });
}
