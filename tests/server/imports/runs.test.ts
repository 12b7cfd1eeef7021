/** R2: an import is shown before it is done, asks what is to become of values that differ, and is taken back as a whole. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../src/server/audit/audit.ts';
import { importFile } from '../../../src/server/imports/import-file.ts';
import { type Mapping, parseMapping } from '../../../src/server/imports/mapping.ts';
import { listRuns, undoRun } from '../../../src/server/imports/runs.ts';
import type { Reading, Storage } from '../../../src/server/storage/storage.ts';
import { everything, openBothForImports, order, who } from '../../support/imports.ts';

const MINUTE = 60_000;
const T0 = Date.UTC(2024, 4, 1);
const schedules = process.env['LONG'] === '1' ? 500 : 25;
const recordings = new URL('../../../../shared/data/', import.meta.url);
const recording = (name: string) => new URL(name, recordings).pathname;
const mappingOf = (name: string) =>
  parseMapping(readFileSync(new URL(`../../support/recordings/${name}`, import.meta.url), 'utf8'));

let both: Awaited<ReturnType<typeof openBothForImports>>;
beforeAll(async () => {
  both = await openBothForImports();
});
afterAll(() => both?.close());

/** Columns of a file: minutes after T0, then the channels' values; null is missing. */
type Row = readonly [minute: number, ...values: (number | null)[]];
let files = 0;
function csv(rows: readonly Row[]): string {
  files += 1;
  const file = join(both.folder, `file-${files}.csv`);
  const lines = rows.map(([minute, ...values]) =>
    [new Date(T0 + minute * MINUTE).toISOString(), ...values.map((value) => value ?? '')].join(','),
  );
  writeFileSync(file, lines.join('\n'));
  return file;
}
const tilt = (...channels: readonly string[]): Mapping => ({
  format: 'delimited',
  timeZone: 'UTC',
  time: { column: 0 },
  sensors: [
    {
      slot: 0,
      kind: 'rt1030',
      row: 'tilt',
      channels: Object.fromEntries(channels.map((id, at) => [id, { column: at + 1 }])),
    },
  ],
});
const now = Date.UTC(2026, 10, 1);

async function xOf(storage: Storage, code: string, channel = 'x'): Promise<(number | undefined)[]> {
  const sensor = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .select('sensors.id')
    .where('stations.code', '=', code)
    .executeTakeFirstOrThrow();
  const { rows } = await storage.readings.rows({
    sourceId: sensor.id,
    row: 'tilt',
    element: 0,
    from: 0,
    to: now,
    limit: 1000,
  });
  return rows.toReversed().map(({ values }) => values[channel] as number | undefined);
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  const storageOf = () => both.storages[dialect];

  test('R2 a dry run says what a run then does, shows the first rows, and keeps nothing', async () => {
    const storage = storageOf();
    const before = await everything(storage);
    const file = csv([
      [0, 1, 2],
      [10, 1.5, null],
      [20, null, null],
      [30, 2, 3],
    ]);
    const asked = order(file, tilt('x', 'y'), { station: 'DRY' });
    const dry = await importFile(storage, { ...asked, dryRun: true });
    expect(dry).toMatchObject({
      run: null,
      counts: { lines: 4, stored: 3, filled: 0, duplicates: 0, rejected: 1, conflictCount: 0 },
    });
    expect(dry.check.preview.map(({ line, reading }) => [line, reading.t - T0, reading.values])).toEqual([
      [1, 0, { x: 1, y: 2 }],
      [2, 10 * MINUTE, { x: 1.5, y: null }],
      [4, 30 * MINUTE, { x: 2, y: 3 }],
    ]);
    expect(await everything(storage)).toBe(before);
    expect((await listRuns(storage.db)).filter(({ file: name }) => name === file)).toEqual([]);

    const done = await importFile(storage, asked);
    expect(done.counts).toMatchObject(dry.counts);
    expect(await xOf(storage, 'DRY')).toEqual([1, 1.5, 2]);
    // Where something is there already, it is tried on what is there.
    const more = csv([
      [0, 1, 7],
      [10, 1.5, 8],
      [40, 4, 4],
    ]);
    const second = { ...order(more, tilt('x', 'y'), { station: 'DRY' }), dryRun: true };
    const tried = await importFile(storage, second);
    expect(tried.counts).toMatchObject({ stored: 1, filled: 1, duplicates: 1, conflictCount: 1 });
    expect(tried.conflicts).toMatchObject([{ channel: 'y', stored: 2, offered: 7, t: T0 }]);
    expect(await xOf(storage, 'DRY', 'y')).toEqual([2, undefined, 3]);
  });

  test('R2 a value that differs from a stored one asks for a rule, and each rule does what it says', async () => {
    const storage = storageOf();
    const mapping = tilt('x');
    const station = 'RULE';
    const first = await importFile(
      storage,
      order(
        csv([
          [0, 1],
          [10, 2],
          [20, 3],
        ]),
        mapping,
        { station },
      ),
    );
    const other = csv([
      [10, 2],
      [20, 9],
      [30, 4],
    ]);
    const runs = await listRuns(storage.db);
    expect(runs[0]).toMatchObject({ id: first.run, conflicts: 'keep' });
    const before = await everything(storage);
    await expect(importFile(storage, order(other, mapping, { station }))).rejects.toMatchObject({
      messageId: 'import.conflicts.ask',
      params: { count: 1 },
      field: 'conflicts',
    });
    await expect(
      importFile(storage, order(other, mapping, { station, conflicts: 'fail' })),
    ).rejects.toMatchObject({ messageId: 'import.conflicts.fail', params: { count: 1 } });
    expect(await everything(storage)).toBe(before);
    expect(await listRuns(storage.db)).toEqual(runs);

    const kept = await importFile(storage, order(other, mapping, { station, conflicts: 'keep' }));
    expect(kept.counts).toMatchObject({ stored: 1, filled: 0, duplicates: 2, conflictCount: 1 });
    expect(await xOf(storage, station)).toEqual([1, 2, 3, 4]);
    await undoRun(storage, kept.run ?? 0, who, now);
    expect(await everything(storage)).toBe(before);

    const replaced = await importFile(storage, order(other, mapping, { station, conflicts: 'replace' }));
    expect(replaced.counts).toMatchObject({ stored: 1, filled: 1, duplicates: 1, conflictCount: 1 });
    expect(await xOf(storage, station)).toEqual([1, 2, 9, 4]);
    await undoRun(storage, replaced.run ?? 0, who, now);
    expect(await everything(storage)).toBe(before);
    // Nothing differs: `fail` and no rule at all store it.
    const good = csv([
      [20, 3],
      [30, 4],
    ]);
    expect(
      (await importFile(storage, order(good, mapping, { station, conflicts: 'fail' }))).counts,
    ).toMatchObject({
      stored: 1,
      duplicates: 1,
    });
  });

  test('R2 another column of the same times fills the rows, and goes again without touching the others', async () => {
    const storage = storageOf();
    const station = 'COLUMNS';
    const times = [0, 10, 20];
    const one = async (channel: string, offset: number) =>
      importFile(
        storage,
        order(csv(times.map((minute) => [minute, minute + offset])), tilt(channel), { station }),
      );
    const x = await one('x', 0.5);
    const afterX = await everything(storage);
    const y = await one('y', 0.25);
    expect(y.counts).toMatchObject({ stored: 0, filled: 3, duplicates: 0, conflictCount: 0 });
    const afterXy = await everything(storage);
    const z = await one('z', 0.125);
    expect(await xOf(storage, station, 'z')).toEqual([0.125, 10.125, 20.125]);
    expect((await one('z', 0.125)).counts).toMatchObject({ stored: 0, filled: 0, duplicates: 3 });
    await undoRun(storage, z.run ?? 0, who, now);
    expect(await everything(storage)).toBe(afterXy);
    // The first goes while a later one has other columns of the same rows: those stay.
    await undoRun(storage, x.run ?? 0, who, now);
    expect(await xOf(storage, station, 'x')).toEqual([undefined, undefined, undefined]);
    expect(await xOf(storage, station, 'y')).toEqual([0.25, 10.25, 20.25]);
    expect(afterX).not.toBe(afterXy);
  });

  test('R2 an import upon which a later one is built goes after that one', async () => {
    const storage = storageOf();
    const station = 'LATER';
    const before = await everything(storage);
    const first = await importFile(
      storage,
      order(
        csv([
          [0, 1],
          [10, 2],
        ]),
        tilt('x'),
        { station },
      ),
    );
    const between = await everything(storage);
    const second = await importFile(
      storage,
      order(
        csv([
          [10, 5],
          [20, 6],
        ]),
        tilt('x'),
        { station, conflicts: 'replace' },
      ),
    );
    await expect(undoRun(storage, first.run ?? 0, who, now)).rejects.toMatchObject({
      messageId: 'import.run.later',
      params: { run: first.run, later: second.run },
    });
    expect(await xOf(storage, station)).toEqual([1, 5, 6]);
    await undoRun(storage, second.run ?? 0, who, now);
    expect(await everything(storage)).toBe(between);
    await undoRun(storage, first.run ?? 0, who, now);
    expect(await everything(storage)).toBe(before);
    await expect(undoRun(storage, first.run ?? 0, who, now)).rejects.toMatchObject({
      messageId: 'import.run.undone',
    });
    await expect(undoRun(storage, 1_000_000, who, now)).rejects.toMatchObject({
      messageId: 'import.run.none',
    });
  });

  test('R2 what an import made goes with it, unless somebody else has used it', async () => {
    const storage = storageOf();
    const before = await everything(storage);
    const rain: Mapping = {
      ...tilt('x'),
      sensors: [
        { slot: 'rtu', row: 'status', channels: { batteryVoltage: { column: 2 } } },
        { slot: 16, kind: 'waterLevel', row: 'level', channels: { level: { column: 1 } } },
        {
          slot: 63,
          station: 'MADE-2',
          kind: 'moisture',
          row: 'moisture',
          channels: { moisture: { column: 1 } },
        },
      ],
    };
    const file = csv([
      [0, 1, 12],
      [10, 2, 12.5],
    ]);
    const run = await importFile(storage, order(file, rain, { station: 'MADE-1' }));
    expect(run.counts).toMatchObject({ lines: 2, stored: 6 });
    await undoRun(storage, run.run ?? 0, who, now);
    expect(await everything(storage)).toBe(before);

    const again = await importFile(storage, order(file, rain, { station: 'MADE-1' }));
    const sensor = await storage.db
      .selectFrom('sensors')
      .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
      .innerJoin('stations', 'stations.id', 'rtus.station_id')
      .select('sensors.id')
      .where('stations.code', '=', 'MADE-1')
      .executeTakeFirstOrThrow();
    const live: Reading = {
      sourceId: sensor.id,
      row: 'level',
      element: 0,
      t: T0 + 30 * MINUTE,
      receivedAt: T0 + 30 * MINUTE,
      historical: false,
      values: { level: 3 },
    };
    await storage.readings.ingest([live]);
    await undoRun(storage, again.run ?? 0, who, now);
    const codes = (await storage.db.selectFrom('stations').select('code').execute()).map(({ code }) => code);
    expect(codes).toContain('MADE-1');
    expect(codes).not.toContain('MADE-2');
    const rest = await storage.readings.rows({
      sourceId: sensor.id,
      row: 'level',
      element: 0,
      from: 0,
      to: now,
      limit: 10,
    });
    expect(rest.rows.map(({ t, values }) => [t, values['level']])).toEqual([[live.t, 3]]);
  });

  test('R2 the record of an import: file, checksum, mapping, who, rows; and the audit has both acts', async () => {
    const storage = storageOf();
    const file = csv([
      [0, 1],
      [10, null],
      [20, 2],
    ]);
    const { run, facts } = await importFile(storage, order(file, tilt('x'), { station: 'RECORD' }));
    const recorded = async () => (await listRuns(storage.db)).find(({ id }) => id === run);
    expect(await recorded()).toMatchObject({
      file,
      checksum: facts.checksum,
      asked: { mapping: tilt('x'), station: 'RECORD' },
      conflicts: 'keep',
      who: 'engineer',
      startedAt: now,
      endedAt: now,
      lines: 3,
      stored: 2,
      filled: 0,
      duplicates: 0,
      rejected: 1,
      undoneAt: null,
      undoneBy: null,
    });
    await undoRun(storage, run ?? 0, { userId: null, accountName: 'chief' }, now + 1);
    expect(await recorded()).toMatchObject({ undoneAt: now + 1, undoneBy: 'chief', stored: 2 });
    const audit = await storage.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(2).execute();
    expect(audit.map(({ action, account_name }) => [action, account_name])).toEqual([
      ['import.undo', 'chief'],
      ['import.run', 'engineer'],
    ]);
    expect(await verifyAudit(storage.db)).toBeNull();
  });

  test('R2 a device that stores another value meanwhile makes an import with the rule fail go as a whole', async () => {
    const storage = storageOf();
    const station = 'MEANWHILE';
    await importFile(storage, order(csv([[-10, 1]]), tilt('x'), { station }));
    const { id } = await storage.db
      .selectFrom('sensors')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const t = T0 + 2500 * MINUTE;
    const live: Reading = {
      sourceId: id,
      row: 'tilt',
      element: 0,
      t,
      receivedAt: t,
      historical: false,
      values: { x: -7 },
    };
    const file = csv(Array.from({ length: 3000 }, (_, minute): Row => [minute, 1]));
    // Before the second piece the device stores a value that the try did not meet.
    let pieces = 0;
    const through: Storage = {
      ...storage,
      readings: {
        ...storage.readings,
        async ingest(batch, options) {
          if (options?.run !== undefined) pieces += 1;
          if (pieces === 2) await storage.readings.ingest([live]);
          return storage.readings.ingest(batch, options);
        },
      },
    };
    await expect(
      importFile(through, order(file, tilt('x'), { station, conflicts: 'fail' })),
    ).rejects.toMatchObject({ messageId: 'import.conflicts.fail' });
    expect(pieces).toBe(2);
    expect((await listRuns(storage.db))[0]).toMatchObject({ file, stored: 2000, undoneBy: 'engineer' });
    expect(await xOf(storage, station)).toEqual([1, -7]);
  });

  test('R2 an import that another process continues stops, and is whole all the same', async () => {
    const storage = storageOf();
    const station = 'TWICE';
    const file = csv(Array.from({ length: 9000 }, (_, minute): Row => [minute, 1]));
    const asked = order(file, tilt('x'), { station });
    /** A storage that does something before each piece of an import. */
    const storing = (work: (piece: number) => Promise<void>): Storage => {
      let pieces = 0;
      return {
        ...storage,
        readings: {
          ...storage.readings,
          async ingest(batch, options) {
            if (options?.run !== undefined) await work(++pieces);
            return storage.readings.ingest(batch, options);
          },
        },
      };
    };
    let second: Promise<unknown> = Promise.reject(new Error('it never began'));
    second.catch(() => undefined);
    /** The same import once the first has begun: the first goes on when this one has stored a piece. */
    const takeOver = () =>
      new Promise<void>((resolve) => {
        second = importFile(
          storing(async (piece) => (piece === 2 ? resolve() : undefined)),
          asked,
        );
        second.then(
          () => resolve(),
          () => resolve(),
        );
      });
    const first = importFile(
      storing(async (piece) => (piece === 2 ? takeOver() : undefined)),
      asked,
    );
    const outcomes = await Promise.allSettled([first, first.catch(() => second)]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ messageId: 'import.run.interrupted' }]);
    const [run, ...others] = (await listRuns(storage.db)).filter((one) => one.file === file);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ lines: 9000, stored: 9000, duplicates: 0, endedAt: now });
    await undoRun(storage, run?.id ?? 0, who, now);
  });

  test(`R2 ${schedules} random imports over a device's rows are taken back to what was there`, async () => {
    const storage = storageOf();
    const station = 'RANDOM';
    const made = await importFile(storage, order(csv([[500, 1]]), tilt('x'), { station }));
    const { id } = await storage.db
      .selectFrom('sensors')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const cell = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
    const table = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 12 }), cell, cell), {
      selector: ([minute]) => minute,
      minLength: 1,
      maxLength: 10,
    });
    const rule = fc.constantFrom('keep' as const, 'replace' as const);
    let base = 1000;
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.array(fc.tuple(table, rule), { minLength: 1, maxLength: 3 }),
        async (device, all) => {
          base += 1000;
          const rowsOf = (rows: readonly Row[]) =>
            rows.map(([minute, ...values]): Row => [base + minute * 10, ...values]);
          const readings = device.map(
            ([minute, x, y]): Reading => ({
              sourceId: id,
              row: 'tilt',
              element: 0,
              t: T0 + (base + minute * 10) * MINUTE,
              receivedAt: T0 + (base + minute * 10) * MINUTE,
              historical: false,
              values: { ...(x === null ? {} : { x }), ...(y === null ? {} : { y }) },
            }),
          );
          await storage.readings.ingest(readings.filter(({ values }) => Object.keys(values).length > 0));
          /** What is to be there: by minute the values of x and y. */
          const model = new Map<number, [number | null, number | null]>();
          for (const [minute, x, y] of device) if (x !== null || y !== null) model.set(minute, [x, y]);
          const stored = async () => {
            await storage.readings.settle();
            const page = await storage.readings.rows({
              sourceId: id,
              row: 'tilt',
              element: 0,
              from: T0 + base * MINUTE,
              to: T0 + (base + 999) * MINUTE,
              limit: 100,
            });
            const [latest] = await storage.readings.latest('tilt', [id]);
            return { page, latest };
          };
          const before = await stored();
          const runs: number[] = [];
          for (const [rows, conflicts] of all) {
            if (rows.every(([, x, y]) => x === null && y === null)) continue;
            const done = await importFile(
              storage,
              order(csv(rowsOf(rows)), tilt('x', 'y'), { station, conflicts }),
            );
            runs.push(done.run ?? 0);
            for (const [minute, ...values] of rows) {
              if (values.every((value) => value === null)) continue;
              const there = model.get(minute) ?? [null, null];
              const merged = values.map((value, at) =>
                value === null || (there[at] != null && conflicts === 'keep') ? (there[at] ?? null) : value,
              );
              model.set(minute, [merged[0] ?? null, merged[1] ?? null]);
            }
            const now = await stored();
            expect(
              now.page.rows
                .toReversed()
                .map(({ t, values }) => [(t - T0) / MINUTE - base, values['x'] ?? null, values['y'] ?? null]),
            ).toEqual([...model].sort(([a], [b]) => a - b).map(([minute, [x, y]]) => [minute * 10, x, y]));
          }
          for (const run of runs.toReversed()) await undoRun(storage, run, who, now);
          expect(JSON.stringify(await stored())).toBe(JSON.stringify(before));
        },
      ),
      { numRuns: schedules },
    );
    expect(made.run).toBeGreaterThan(0);
  }, 600_000);
});

test.each([
  'sqlite',
  'postgres',
] as const)('R2 a real recording goes in and out again without a trace, on %s', async (dialect) => {
  const storage = both.storages[dialect];
  const before = await everything(storage);
  const file = recording('usgs-mukilteo/waMVD116_14d.txt');
  const asked = order(file, mappingOf('mukilteo-mvd116-14d.json'), { station: 'MK-1' });
  const dry = await importFile(storage, { ...asked, dryRun: true });
  const done = await importFile(storage, asked);
  expect(done.counts).toMatchObject(dry.counts);
  const tips = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + Number(line.split('\t')[5]), 0);
  const rain = await storage.db
    .selectFrom('sensors')
    .select('id')
    .where('kind', '=', 17)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const page = await storage.readings.rows({
    sourceId: rain.id,
    row: 'rain',
    element: 0,
    from: 0,
    to: now,
    limit: 5000,
  });
  const sum = page.rows.reduce((all, { values }) => all + Number(values['amount']), 0);
  expect(sum).toBeCloseTo(tips * 0.254, 6);
  const undone = await undoRun(storage, done.run ?? 0, who, now);
  expect(undone).toEqual({ removed: done.counts.stored, restored: 0 });
  expect(await everything(storage)).toBe(before);
}, 300_000);
