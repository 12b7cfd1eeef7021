/**
 * Exports opened by LibreOffice, without a window: every kind of them, and one of a million rows, whose sums are those of
 * the database. The long form, LONG=1; it needs LibreOffice (Debian: see `missing`).
 */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportQuery, type ExportTableId, exportTables } from '../../../src/contract/exports.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { firstReading, password, startTestServer, type TestServer } from '../../support/server.ts';

const long = process.env['LONG'] === '1';
const million = 1_000_000;
const atOnce = 10_000;
const missing =
  'LibreOffice is missing: apt-get install -y --no-install-recommends libreoffice-calc-nogui (its program is soffice)';
/** CSV with commas and quotes (around numbers, too), UTF-8, raw values, a file for each sheet. */
const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';

const queries: { readonly [Id in ExportTableId]: ExportQuery<Id> } = {
  readings: { sourceId: 1, row: 'tilt', to: firstReading + 3_600_000 },
  curve: {
    lines: [{ sourceId: 1, row: 'tilt', channel: 'x' }],
    from: firstReading,
    to: firstReading + 3_600_000,
  },
  latest: {},
  devices: {},
  alarms: {},
  orders: {},
  remarks: {},
  audit: {},
  users: {},
  faultMonth: { month: '2026-01' },
};

describe.runIf(long)('LibreOffice', () => {
  let server: TestServer;
  let folder: string;
  let token: string;
  beforeAll(async () => {
    await promisify(execFile)('soffice', ['--version']).catch((cause: unknown) => {
      throw new Error(missing, { cause });
    });
    folder = mkdtempSync(join(tmpdir(), 'groundwatch-office-'));
    server = await startTestServer();
    const owner = { accountName: 'ownerA', password, companyId: 1, roleId: 1, language: 'en' as const };
    await createUser(server.running.storage, owner);
    token = await server.login('ownerA');
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Writes an export to the disk, lets LibreOffice open it, and answers its sheets as CSV files by their names. */
  async function opened(table: ExportTableId, query: object, name: string) {
    const response = await fetch(`${server.address}/rest/exports/file`, {
      method: 'POST',
      headers: { lang: 'en', 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ table, query, format: 'xlsx' }),
    });
    expect(response.status).toBe(200);
    const book = join(folder, `${name}.xlsx`);
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(book));
    const out = join(folder, name);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await promisify(execFile)(
      'soffice',
      [profile, '--headless', '--norestore', '--convert-to', filter, '--outdir', out, book],
      { timeout: 1_500_000 },
    );
    const files = readdirSync(out).map((file) => join(out, file));
    return { rows: Number(response.headers.get('x-rows')), files };
  }
  async function linesOf(file: string, each: (line: string, at: number) => void): Promise<number> {
    let count = 0;
    for await (const line of createInterface({ input: createReadStream(file) })) each(line, count++);
    return count;
  }

  it.each(
    Object.keys(exportTables) as ExportTableId[],
  )('opens an export of %s: its sheets, with every row', async (table) => {
    const { rows, files } = await opened(table, queries[table], table);
    expect(files).toHaveLength(2);
    const [about, sheet] = files.toSorted(
      (a, b) => Number(b.includes('About')) - Number(a.includes('About')),
    );
    const said: string[] = [];
    await linesOf(about ?? '', (line) => said.push(line));
    expect(said).toContain(`Rows,${rows}`);
    // A text of several lines takes several of the file.
    expect(await linesOf(sheet ?? '', () => {})).toBeGreaterThanOrEqual(rows === 0 ? 1 : rows + 2);
  }, 300_000);

  it('opens a million rows; their sums are those of the database', async () => {
    const { storage } = server.running;
    const from = Date.UTC(2024, 0, 1);
    for (let begin = 0; begin < million; begin += atOnce)
      await storage.readings.ingest(
        Array.from({ length: atOnce }, (_, at) => {
          const n = begin + at;
          const values = { x: ((n * 7919) % 1009) / 1000, y: -((n * 104_729) % 997) / 1000 };
          const t = from + n * 60_000;
          return {
            sourceId: 1,
            row: 'tilt',
            element: 0,
            t,
            receivedAt: t,
            historical: false,
            values,
          } as const;
        }),
      );
    const to = from + million * 60_000;
    const stored = await sql<{ rows: number; x: number; y: number }>`
      SELECT COUNT(*) AS rows, SUM(x) AS x, SUM(y) AS y FROM reading_tilt
      WHERE source_id = 1 AND t >= ${from} AND t < ${to}`.execute(storage.db);
    const [expected] = stored.rows;
    const { rows, files } = await opened('readings', { sourceId: 1, row: 'tilt', from, to }, 'million');
    expect([rows, Number(expected?.rows)]).toEqual([million, million]);
    const sheet = files.find((file) => !file.includes('About')) ?? '';
    let [x, y] = [0, 0];
    let [atX, atY] = [-1, -1];
    const count = await linesOf(sheet, (line, at) => {
      const cells = line.replaceAll('"', '').split(',');
      if (at === 0) [atX, atY] = [cells.indexOf('Angle X'), cells.indexOf('Angle Y')];
      if (at < 2) return;
      x += Number(cells[atX]);
      y += Number(cells[atY]);
    });
    expect(count).toBe(million + 2);
    expect(x).toBeCloseTo(expected?.x ?? Number.NaN, 3);
    expect(y).toBeCloseTo(expected?.y ?? Number.NaN, 3);
  }, 1_800_000);
});
