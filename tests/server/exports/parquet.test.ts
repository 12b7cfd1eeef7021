/** Readings as Parquet, read back by another implementation of the format than the one that writes them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportParquet } from '../../../src/server/exports/parquet.ts';
import { openReading } from '../../../src/server/storage/reading.ts';
import { openBoth, reading } from '../../support/storage-fixture.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 2, 31, 20);
let both: Awaited<ReturnType<typeof openBoth>>;
let folder: string;
beforeAll(async () => {
  both = await openBoth(3);
  folder = await mkdtemp(join(tmpdir(), 'parquet-'));
});
afterAll(async () => {
  await both?.close();
  await rm(folder, { recursive: true, force: true });
});

async function tableOf(file: string) {
  return tableFromIPC(readParquet(await readFile(file)).intoIPCStream());
}
const all = { project: null, station: null, from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };
const xOf = (nth: number) => (nth % 9 === 0 ? null : Math.round(500 + 400 * Math.sin(nth)) / 7);

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test('each source and month is a file whose rows are the readings, sealed or not', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const id = sensor('shanghai');
    const batch = Array.from({ length: 900 }, (_, nth) =>
      reading(
        id,
        T0 + nth * HOUR,
        { x: xOf(nth), runState: nth % 2 },
        { receivedAt: T0 + nth * HOUR + nth, historical: nth % 3 === 0 },
      ),
    );
    await storage.readings.ingest(batch);
    expect(await storage.readings.seal('tilt', [id], T0 + 500 * HOUR)).toBeGreaterThan(300);
    const connection = openReading(storage.reach);
    const into = join(folder, dialect);
    expect(await exportParquet(connection, { ...all, folder: into })).toEqual({
      stations: 3,
      files: 3,
      rows: 900,
    });
    const own = join(into, 'shanghai', 'S-1');
    const [of = ''] = await readdir(own);
    expect((await readdir(join(own, of))).sort()).toEqual([
      '2026-03.parquet',
      '2026-04.parquet',
      '2026-05.parquet',
    ]);
    // Months begin at midnight UTC: four hours of March.
    const months = await Promise.all(
      ['03', '04', '05'].map((month) => tableOf(join(own, of, `2026-${month}.parquet`))),
    );
    expect(months.map(({ numRows }) => numRows)).toEqual([4, 720, 176]);
    const rows = months.flatMap((table) => table.toArray().map((row) => row.toJSON()));
    rows.forEach((row, nth) => {
      expect(Number(row['time']), `time ${nth}`).toBe(T0 + nth * HOUR);
      expect(Number(row['received'])).toBe(T0 + nth * HOUR + nth);
      expect([row['historical'], row['x'], Number(row['runState']), row['element'], row['y']]).toEqual([
        nth % 3 === 0,
        xOf(nth),
        nth % 2,
        0,
        null,
      ]);
    });
    const sum = rows.reduce((total, row) => total + (row['x'] ?? 0), 0);
    expect(sum).toBeCloseTo(
      batch.reduce((total, { values }) => total + Number(values['x'] ?? 0), 0),
      9,
    );
    // Both sides of a border.
    const day = { from: T0 + 24 * HOUR, to: T0 + 48 * HOUR };
    const part = await exportParquet(connection, {
      ...all,
      ...day,
      station: 'S-1',
      project: 'shanghai',
      folder: join(folder, `${dialect}-day`),
    });
    expect(part).toEqual({ stations: 1, files: 1, rows: 24 });
    const nobody = await exportParquet(connection, {
      ...all,
      project: 'nowhere',
      folder: join(folder, 'none'),
    });
    expect(nobody).toEqual({ stations: 0, files: 0, rows: 0 });
    await connection.close();
  });
});

test('the command says what it wrote, and overwrites nothing', async () => {
  const run = async (...more: string[]) => {
    const program = new URL('../../../src/main/parquet.ts', import.meta.url).pathname;
    const environment = { ...process.env, DATA_DIR: both.folder, DATABASE_URL: '' };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...more], {
        env: environment,
      });
      return [0, stdout.trim()];
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string };
      return [code, stderr.trim()];
    }
  };
  const into = join(folder, 'command');
  expect(await run(into, '--project', 'shanghai', '--from', '2026-04-01', '--to', '2026-05-01')).toEqual([
    0,
    `720 readings were written to ${into} (1 Parquet file)`,
  ]);
  expect(await run(into, '--language', 'zh-chs')).toEqual([1, `${into} 中已有文件；导出不会覆盖任何文件`]);
  expect(await run(join(folder, 'more'), '--from', '2026-02-30')).toEqual([
    1,
    '“2026-02-30” is no day in the form YYYY-MM-DD',
  ]);
  expect((await run())[0]).toBe(2);
});
