/** Tables as files by a real server, opened by a reader that knows nothing of our writer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { type ExportTableId, exportTables } from '../../../src/contract/exports.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import {
  firstReading,
  password,
  readingCount,
  startTestServer,
  type TestServer,
} from '../../support/server.ts';

const day = 86_400_000;
let server: TestServer;
const tokens = new Map<string, string>();
async function tokenOf(account: string): Promise<string> {
  const known = tokens.get(account) ?? (await server.login(account));
  tokens.set(account, known);
  return known;
}
async function file(account: string, table: ExportTableId, query: object, format: 'xlsx' | 'csv') {
  const response = await fetch(`${server.address}/rest/exports/file`, {
    method: 'POST',
    headers: { lang: 'en', 'content-type': 'application/json', authorization: await tokenOf(account) },
    body: JSON.stringify({ table, query, format }),
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
const asJson = ({ bytes }: { bytes: Buffer }) =>
  JSON.parse(bytes.toString('utf8')) as { status: number; messageId: string };
const linesOf = (bytes: Buffer) => {
  const book = read(bytes, { cellNF: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  return { book, sheet, lines: utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null }) };
};

beforeAll(async () => {
  server = await startTestServer();
  const { storage } = server.running;
  // Of one company each, with every permission.
  for (const [companyId, accountName] of [
    [1, 'ownerA'],
    [2, 'ownerB'],
  ] as const)
    await createUser(storage, { accountName, password, companyId, roleId: 1, language: 'en' });
  await storage.write(async (db) => {
    const remark = { user_id: null, account_name: 'operatorA', created_at: 1000, edited_at: null, sn: 'A' };
    await db
      .insertInto('remarks')
      .values([
        { ...remark, station_id: 1, text: '＝HYPERLINK("http://x")', at: firstReading },
        { ...remark, station_id: 1, text: 'second', at: firstReading },
        { ...remark, station_id: 2, text: 'of company B', at: firstReading },
      ])
      .execute();
  });
  await storage.readings.ingest([
    {
      sourceId: 1,
      row: 'tilt',
      element: 0,
      t: firstReading + readingCount * 60_000 + 500,
      receivedAt: firstReading,
      historical: false,
      values: { x: 1 },
      notGood: { y: { quality: 0, value: 7 } },
    },
  ]);
});
afterAll(async () => {
  await server.stop();
});

describe('readings', () => {
  it('are all there, with typed moments in the station’s zone and numbers whose sum is right', async () => {
    const { response, bytes } = await file('operatorA', 'readings', { sourceId: 1, row: 'tilt' }, 'xlsx');
    expect(response.headers.get('x-rows')).toBe(String(readingCount + 1));
    expect(response.headers.get('content-disposition')).toMatch(/UTF-8''Readings_A-1_0_tilt_/);
    const { book, sheet, lines } = linesOf(bytes);
    expect(book.SheetNames).toEqual(['Readings', 'About']);
    const [heads = [], units = [], ...rows] = lines;
    expect(rows).toHaveLength(readingCount + 1);
    const [x, y] = [heads.indexOf('Angle X'), heads.indexOf('Angle Y')];
    expect([units[0], units[x]]).toEqual(['Asia/Shanghai', '°']);
    const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);
    // 0 to 49, each hundredth and fiftieth, and the last reading's 1.
    expect(sum(x)).toBeCloseTo((49 * 50) / 2 / 100 + 1, 9);
    expect(sum(y)).toBeCloseTo((-49 * 50) / 2 / 50, 9);
    // 2026-01-01 08:00 in Shanghai, in days since 1899-12-30.
    expect(sheet['A3']?.v).toBeCloseTo((Date.UTC(2026, 0, 1, 8) - Date.UTC(1899, 11, 30)) / day, 9);
    expect(sheet['A3']).toMatchObject({ t: 'n', z: 'yyyy\\-mm\\-dd\\ hh:mm:ss' });
    expect(rows.at(-1)?.[y]).toBeNull();
    expect(String(rows.at(-1)?.at(-1))).toMatch(/^Angle Y: Device: bad 7$/);
    const about = utils.sheet_to_json<string[]>(book.Sheets['About'] ?? {}, { header: 1 });
    const facts = Object.fromEntries(about);
    expect(facts).toMatchObject({
      Station: 'A-1 A',
      'Time zone': 'Asia/Shanghai',
      'Written by': 'operatorA',
      Rows: String(readingCount + 1),
    });
  });
  it('are the same in CSV', async () => {
    const asked = { sourceId: 1, row: 'tilt', from: firstReading + 60_000, to: firstReading + 180_000 };
    const { bytes } = await file('operatorA', 'readings', asked, 'csv');
    const [heads = '', units = '', ...rows] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(heads.startsWith('\uFEFFCollected,')).toBe(true);
    expect(units.startsWith('Asia/Shanghai,')).toBe(true);
    // From is inclusive, to exclusive.
    expect(rows.map((row) => row.split(',')[0])).toEqual([
      '2026-01-01T08:01:00+08:00',
      '2026-01-01T08:02:00+08:00',
    ]);
    const x = heads.split(',').indexOf('Angle X');
    expect(rows.map((row) => Number(row.split(',')[x]))).toEqual([0.01, 0.02]);
  });
  it('with a value in doubt alone', async () => {
    const { bytes } = await file('operatorA', 'readings', { sourceId: 1, row: 'tilt', doubted: 1 }, 'xlsx');
    expect(linesOf(bytes).lines).toHaveLength(3);
  });
});

describe('a curve', () => {
  const line = { sourceId: 1, row: 'tilt', channel: 'x' };
  const to = firstReading + 3_600_000;
  it('raw: every reading; of bins: least, mean and greatest of each', async () => {
    const lines = [line, { ...line, channel: 'y' }];
    const raw = linesOf((await file('operatorA', 'curve', { lines, from: firstReading, to }, 'xlsx')).bytes);
    expect(raw.lines).toHaveLength(2 + readingCount + 1);
    expect(raw.lines[0]).toEqual(['Collected', 'A-1 · #0 Angle X', 'A-1 · #0 Angle Y']);
    const asked = { lines: [line], from: firstReading, to, bins: 6 };
    const shown = linesOf((await file('operatorA', 'curve', asked, 'xlsx')).bytes);
    const [heads = [], , ...rows] = shown.lines;
    expect(heads[1]).toMatch(/min of 10 min/);
    const [first = []] = rows;
    // The readings of the first ten minutes are 0 to 9 hundredths.
    expect(first[1]).toBeCloseTo(0, 9);
    expect(first[2]).toBeCloseTo(0.045, 6);
    expect(first[3]).toBeCloseTo(0.09, 6);
  });
  it('of two stations stands on one time axis, for who sees both', async () => {
    const lines = [line, { ...line, sourceId: 2 }];
    const { bytes, response } = await file('maintainer', 'curve', { lines, from: firstReading, to }, 'xlsx');
    const rows = linesOf(bytes).lines.slice(2);
    expect(response.headers.get('x-rows')).toBe(String(rows.length));
    expect(rows.slice(0, readingCount).every((row) => row[1] === row[2])).toBe(true);
    expect(rows.at(-1)?.slice(1)).toEqual([1, null]);
  });
});

describe('every table', () => {
  const queries: Readonly<Record<ExportTableId, object>> = {
    readings: { sourceId: 1, row: 'tilt' },
    curve: {
      lines: [{ sourceId: 1, row: 'tilt', channel: 'x' }],
      from: firstReading,
      to: firstReading + day,
    },
    latest: { stationIds: [1] },
    devices: { projectId: 1 },
    alarms: { stationId: 1 },
    orders: { stationId: 1 },
    remarks: { stationId: 1 },
    audit: {},
    users: {},
    faultMonth: { month: '2026-01', projectId: 1 },
  };
  const ids = Object.keys(exportTables) as ExportTableId[];
  it.each(
    ids,
  )('%s: as many rows as were counted, heads in every column, nothing of another company', async (table) => {
    const count = await server.call('/rest/exports/count', {
      method: 'POST',
      token: await tokenOf('maintainer'),
      body: { table, query: queries[table] },
    });
    expect(count.envelope?.status).toBe(200);
    const { rows } = count.envelope?.data as unknown as { rows: number };
    const { bytes } = await file('maintainer', table, queries[table], 'xlsx');
    const { lines, book } = linesOf(bytes);
    // The audit grows by each file that is written, and by each sign-in.
    if (table !== 'audit') expect(lines.length - 2).toBe(rows);
    expect(lines[0]?.every((head) => typeof head === 'string' && head !== '')).toBe(true);
    expect(book.SheetNames.at(-1)).toBe('About');
    const csv = (await file('maintainer', table, queries[table], 'csv')).bytes.toString('utf8');
    expect(csv.startsWith('\uFEFF')).toBe(true);
  });
  it.each(
    ids.filter((table) => !['audit', 'users'].includes(table)),
  )('S28 %s of a thing of another company is not found', async (table) => {
    const answer = asJson(await file('ownerB', table, queries[table], 'csv'));
    expect([answer.status, answer.messageId]).toEqual([404, 'api.notFound']);
  });
  it.each(ids)('S27 %s to one without its permission', async (table) => {
    const { response } = await file('strangerA', table, queries[table], 'csv');
    expect(response.status).toBe(403);
  });
  it.each([
    'latest',
    'devices',
    'alarms',
    'orders',
    'remarks',
  ] as const)('S29 %s of everything is of the own company alone', async (table) => {
    const text = (await file('ownerB', table, {}, 'csv')).bytes.toString('utf8');
    expect(text).not.toMatch(/A-1|HYPERLINK/);
    const own = (await file('ownerA', table, {}, 'csv')).bytes.toString('utf8');
    expect(own).not.toMatch(/B-1|of company B/);
  });
  it('S34 a query that the table does not know is refused by its name', async () => {
    const answer = asJson(await file('maintainer', 'remarks', { stationId: 1, more: 1 }, 'csv'));
    expect(answer).toMatchObject({ status: 400, field: 'more' });
  });
});

describe('S51 what somebody wrote', () => {
  it.each(['xlsx', 'csv'] as const)('is no formula in %s', async (format) => {
    const { bytes } = await file('operatorA', 'remarks', { stationId: 1 }, format);
    const text = format === 'csv' ? bytes.toString('utf8') : JSON.stringify(linesOf(bytes).sheet);
    expect(text).toContain("'＝HYPERLINK(");
  });
  it('stands in the audit: who took what', async () => {
    const text = (await file('maintainer', 'audit', { action: 'export' }, 'csv')).bytes.toString('utf8');
    expect(text).toMatch(/operatorA,.*export\.write,.*remarks,ok,.*csv/);
  });
});

describe('one at a time', () => {
  it('for a user; whoever breaks off ends the writing', async () => {
    const { exports, board, storage } = server.running;
    expect(board.projects({ companyId: 1 })).toHaveLength(1);
    const viewer = {
      ...{ userId: 2, accountName: 'operatorA', roleId: 2, roleName: '', companyId: 1, companyName: 'A' },
      language: 'en',
      permissions: ['station:data:view'],
    } as const;
    const asked = { viewer, language: 'en', table: 'readings', query: { sourceId: 1, row: 'tilt' } } as const;
    const { file: first } = await exports.write(asked, 'xlsx');
    expect(await exports.progress(2)).toMatchObject({ rows: readingCount + 1 });
    await expect(exports.write(asked, 'csv')).rejects.toMatchObject({
      status: 409,
      messageId: 'exports.running',
    });
    first.destroy();
    await expect.poll(() => exports.progress(2)).toBeNull();
    expect(exports.going).toBe(0);
    const { file: second } = await exports.write(asked, 'csv');
    let size = 0;
    for await (const chunk of second) size += (chunk as Buffer).length;
    expect(size).toBeGreaterThan(1000);
    await expect.poll(() => exports.progress(2)).toBeNull();
    expect((await storage.health()).problem).toBeNull();
  });
});
