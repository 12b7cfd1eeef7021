/** The command line: what is typed, what a real server answers to its token, and what is said of it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import { readParquet } from 'parquet-wasm/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { Asker } from '../../src/cli/ask.ts';
import { aligned, widthOf } from '../../src/cli/print.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { startArguments } from '../../src/cli/run-script.ts';
import { momentOf } from '../../src/cli/tables.ts';
import { self } from '../../src/contract/company/service-accounts.ts';
import { programOf } from '../support/process.ts';
import { firstReading, readingCount, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let folder: string;
let token: string;
let maintainer: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-cli-'));
  maintainer = await server.login('maintainer');
  const post = async <T>(path: string, body: object) =>
    (await server.call(path, { token: maintainer, method: 'POST', body })).envelope?.data as T;
  const account = { accountName: 'night-check', purpose: '', companyId: 1, roleId: 2 };
  const { id } = await post<{ id: number }>('/rest/service-accounts', account);
  const body = { name: 'cli', scopes: ['read', 'run', 'propose'], days: 30 };
  token = (await post<{ token: string }>(`/rest/service-accounts/${id}/tokens`, body)).token;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
/** Runs the command line in a home of its own; `input` is piped in. */
async function cli(
  typed: readonly string[],
  environment: Record<string, string> = {},
  input = '',
): Promise<Run> {
  let [out, err] = ['', ''];
  const code = await runCommandLine(typed, {
    environment: { HOME: folder, LANG: 'en_US.UTF-8', ...environment },
    out: (text) => {
      out += text;
    },
    error: (line) => {
      err += `${line}\n`;
    },
    askSecret: async () => input.trim(),
    readInput: () => input,
  });
  return { code, out, err };
}
const signedIn = () => ({ GROUNDWATCH_SERVER: server.address, GROUNDWATCH_TOKEN: token });

describe('signing in', () => {
  it('writes the login down for its owner alone, asks by it, and forgets it', async () => {
    const before = await cli(['whoami']);
    expect([before.code, before.err]).toEqual([1, expect.stringContaining('groundwatch login')]);
    const done = await cli(['login', `${server.address}/somewhere`], {}, `${token}\n`);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('night-check') });
    const file = join(folder, '.config', 'groundwatch', 'login.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ server: server.address, token });
    const who = await cli(['whoami']);
    expect(who.out).toMatch(/night-check[\s\S]*read propose run|night-check[\s\S]*read run propose/);
    // It goes to no other server.
    const elsewhere = await cli(['whoami'], { GROUNDWATCH_SERVER: 'http://127.0.0.1:9' });
    expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('groundwatch login')]);
    expect((await cli(['logout'])).code).toBe(0);
    expect((await cli(['whoami'])).code).toBe(1);
  });

  it('a token that is not valid is refused in the terminal’s language, and nothing is written down', async () => {
    const refused = await cli(['login', server.address], { LANG: 'ja_JP.UTF-8' }, 'gws_of-nobody\n');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('トークンが無効です')]);
    expect((await cli(['whoami'])).code).toBe(1);
    const wrong = await cli(['login', 'ftp://127.0.0.1'], {}, 'x\n');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('no http or https address')]);
  });
});

describe('as a program', () => {
  it('takes its token from standard input, and ends with the exit code of what came of it', async () => {
    const run = (args: readonly string[], input: string) => {
      const { PATH = '' } = process.env;
      const child = spawn(process.execPath, [...programOf('cli'), ...args], {
        env: { PATH, HOME: join(folder, 'home of a program'), LANG: 'en_US.UTF-8' },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => {
          said += part.toString();
        });
      child.stdin.end(input);
      return new Promise<{ code: number | null; said: string }>((resolve) =>
        child.once('close', (code) => resolve({ code, said })),
      );
    };
    const done = await run(['login', server.address], `${token}\n`);
    expect(done).toEqual({ code: 0, said: expect.stringContaining('night-check') });
    const wrong = await run(['history', 'A-1', '7'], '');
    expect(wrong).toEqual({ code: 1, said: 'Station A-1 has no sensor in slot 7\n' });
  }, 120_000);
});

describe('reading', () => {
  it('lists stations of the own company, as a table and as JSON', async () => {
    const table = await cli(['stations'], signedIn());
    expect(table.code).toBe(0);
    expect(table.out.trim().split('\n')).toHaveLength(1);
    expect(table.out).toMatch(/^A-1 +A +A /);
    const json = JSON.parse((await cli(['stations', '--format', 'json'], signedIn())).out) as {
      code: string;
    }[];
    expect(json.map(({ code }) => code)).toEqual(['A-1']);
  });

  it('writes a history as CSV with every reading of the span, and as a workbook with the same', async () => {
    const csv = join(folder, 'tilt.csv');
    const first = new Date(firstReading + 10 * 60_000).toISOString();
    const last = new Date(firstReading + 20 * 60_000).toISOString();
    const history = ['history', 'a-1', '0', '--from', first, '--to', last];
    expect(await cli([...history, '-o', csv], signedIn())).toMatchObject({ code: 0, out: '', err: '' });
    const rows = parse(readFileSync(csv), { bom: true, columns: true }) as Record<string, string>[];
    // Under the titles stand the units.
    expect(rows.shift()).toMatchObject({ 'Angle X': '°' });
    expect(rows).toHaveLength(10);
    const x = rows.map((row) => Number(Object.entries(row).find(([name]) => /\bX\b/.test(name))?.[1]));
    expect(x).toEqual(Array.from({ length: 10 }, (_, at) => (10 + at) / 100));
    const book = join(folder, 'tilt.xlsx');
    expect((await cli(['history', 'A-1', '0', '-o', book], signedIn())).code).toBe(0);
    const { Sheets, SheetNames } = read(readFileSync(book));
    const sheet = Sheets[SheetNames[0] ?? ''];
    if (sheet === undefined) throw new Error('no sheet');
    const cells = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    expect(cells.filter((row) => row.some((cell) => cell === 0.49))).toHaveLength(1);
    expect(cells.length).toBeGreaterThan(readingCount);
  });

  it('writes a history as Parquet: the same readings, with types, names and units', async () => {
    const file = join(folder, 'tilt.parquet');
    const span = ['--from', new Date(firstReading).toISOString()];
    expect(await cli(['history', 'A-1', '0', ...span, '-o', file], signedIn())).toMatchObject({
      code: 0,
      out: '',
    });
    const table = tableFromIPC(readParquet(readFileSync(file)).intoIPCStream());
    const rows = table
      .toArray()
      .map((row) => row?.toJSON() as { time: number; x: number; notGood: string | null });
    expect(rows.map(({ time }) => Number(time))).toEqual(
      Array.from({ length: readingCount }, (_, at) => firstReading + at * 60_000),
    );
    expect(rows.map(({ x }) => x)).toEqual(Array.from({ length: readingCount }, (_, at) => at / 100));
    expect(rows[0]?.notGood).toBeNull();
    expect(table.schema.metadata.get('unit.x')).toBe('°');
    expect(table.schema.metadata.get('zone.time')).toBe('Asia/Shanghai');
    // What has no rows is a table, too.
    const none = join(folder, 'none.parquet');
    const later = new Date(firstReading + 86_400_000).toISOString();
    expect((await cli(['history', 'A-1', '0', '--from', later, '-o', none], signedIn())).code).toBe(0);
    const empty = tableFromIPC(readParquet(readFileSync(none)).intoIPCStream());
    expect([empty.numRows, empty.schema.fields.map(({ name }) => name)]).toEqual([
      ...[0, table.schema.fields.map(({ name }) => name)],
    ]);
  });

  it('says which station, sensor, time or format there is not', async () => {
    const said = async (...args: string[]) => {
      const { code, err } = await cli(args, signedIn());
      return [code, err.trim()];
    };
    expect(await said('history', 'B-1', '0')).toEqual([1, 'There is no station B-1']);
    expect(await said('history', 'A-1', '5')).toEqual([1, 'Station A-1 has no sensor in slot 5']);
    expect(await said('latest', '--format', 'parquet')).toEqual([
      ...[1, 'xlsx and parquet need a file: --output FILE'],
    ]);
    expect(await said('latest', '--format', 'pdf')).toEqual([
      ...[1, 'There is no format pdf. Use table, csv, xlsx or parquet'],
    ]);
    const [code, time] = await said('alarms', '--from', 'yesterday');
    expect([code, time]).toEqual([1, expect.stringMatching(/^--from: yesterday is no time/)]);
    expect((await cli([])).code).toBe(2);
    expect((await cli(['dance'], signedIn())).err).toContain('Usage: groundwatch');
    expect((await cli(['--nothing'], signedIn())).code).toBe(2);
  });

  it('lists the calls of the contract with their scopes, and makes any of them', async () => {
    const { out } = await cli(['calls']);
    expect(out).toMatch(/^stations\.list +read +GET +\/rest\/stations$/m);
    expect(out).toMatch(/^session\.self +\* +GET/m);
    expect(out).not.toMatch(/plans\.approve|sirens\.sound|users\.list/);
    const one = await cli(['call', 'stations.one', 'stationId=1'], signedIn());
    expect(JSON.parse(one.out)).toMatchObject({ summary: { code: 'A-1' } });
    const missing = await cli(['call', 'stations.one'], signedIn());
    expect([missing.code, missing.err.trim()]).toEqual([1, 'stationId is missing']);
    const refused = await cli(['call', 'plans.approve', 'planId=01ARZ3NDEKTSV4RRFFQ69G5FAV'], signedIn());
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('needs a person')]);
    const noJson = await cli(['call', 'workflows.check', '--body', '-'], signedIn(), '{');
    expect([noJson.code, noJson.err]).toEqual([1, expect.stringContaining('--body is no JSON')]);
    const checked = await cli(
      ['call', 'workflows.check', '--body', '-'],
      signedIn(),
      '{"script":"const one = 1;"}',
    );
    expect(JSON.parse(checked.out)).toMatchObject({ problems: [] });
  });
});

describe('scripts', () => {
  /** It is checked without fault: it fails when it is run. */
  const failingScript = `import { fleet } from 'groundwatch';
    await fleet.stations({});
    throw new Error('not today');`;
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('a run says its log and its plan, which waits for a person', async () => {
    const script = file(
      'battery.ts',
      `import { args, fleet, number, plan } from 'groundwatch';
      const { volts } = args({ volts: number({ min: 10, max: 13, default: 11 }) });
      const stations = await fleet.stations({});
      console.log('stations: ' + stations.length + ', volts: ' + volts);
      for (const station of stations) plan.set(station, 'rtu', { lowBattery: volts });`,
    );
    const { out, code, err } = await cli(['run', script, 'volts=11.4'], signedIn());
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('stations: 1, volts: 11.4');
    const planId = /Plan ([0-9A-Z]{26}): 1 set/.exec(out)?.[1];
    const plan = await server.call(`/rest/plans/${planId}`, { token: maintainer });
    expect(plan.envelope?.data).toMatchObject({ plan: { state: 'draft', createdBy: 'night-check' } });
  });

  it('a run that fails ends with 1, and a wrong argument starts none', async () => {
    const failing = await cli(['run', file('wrong.ts', failingScript)], signedIn());
    expect(failing.code).toBe(1);
    expect(failing.out).toMatch(/Failed\n.*not today/);
    const broken = await cli(['run', file('broken.ts', `throw new Error('at once')`)], signedIn());
    expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('at once')]);
    const before = await server.call('/rest/workflows/runs', { token: maintainer });
    const wrong = await cli(['run', file('none.ts', 'const one = 1;'), 'volts=11'], signedIn());
    expect([wrong.code, wrong.err.trim()]).toEqual([1, 'The script has no argument volts']);
    const after = await server.call('/rest/workflows/runs', { token: maintainer });
    expect((after.envelope?.data as { total: number } | undefined)?.total).toBe(
      (before.envelope?.data as { total: number } | undefined)?.total,
    );
  });
});

describe('its parts', () => {
  it('a budget that is used up is waited for, and nothing else is asked twice', async () => {
    let asked = 0;
    const waits: number[] = [];
    const answers = [
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 200, headers: {} },
      { status: 500, headers: {} },
    ];
    const fake = createServer((_request, response) => {
      const { status, headers } = answers[asked] ?? { status: 500, headers: {} };
      asked += 1;
      response.writeHead(status === 429 ? 200 : status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify({ status, msg: `number ${asked}`, data: { accountName: 'x' } }));
    });
    await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
    const { port } = fake.address() as AddressInfo;
    const asker = new Asker({ server: `http://127.0.0.1:${port}`, token: 'gws_x' }, 'en', async (ms) => {
      waits.push(ms);
    });
    try {
      expect(await asker.ask(self, {})).toMatchObject({ accountName: 'x' });
      expect([asked, waits]).toEqual([2, [7000]]);
      await expect(asker.ask(self, {})).rejects.toThrow('number 3');
      expect(asked).toBe(3);
    } finally {
      fake.close();
    }
  });

  it('times are days, moments with their zone, or days back', () => {
    const now = Date.UTC(2026, 0, 31, 12);
    expect(momentOf('2026-01-31', 'from', now)).toBe(Date.UTC(2026, 0, 31));
    expect(momentOf('2026-01-31T08:00+08:00', 'from', now)).toBe(Date.UTC(2026, 0, 31));
    expect(momentOf('30d', 'from', now)).toBe(Date.UTC(2026, 0, 1, 12));
    expect(momentOf(undefined, 'from', now)).toBeUndefined();
    for (const wrong of ['2026-01-31T08:00', '2026-02-30T', '31.1.2026', '-1d', '', '2026-13-01'])
      expect(() => momentOf(wrong, 'from', now)).toThrow();
  });

  it('a table is aligned by what a terminal shows, and text of others moves no cursor', () => {
    expect(
      aligned([
        ['甲1', 'x'],
        ['abcd', 'y'],
      ]),
    ).toBe('甲1   x\nabcd  y');
    expect(['a', '甲', 'ｱ', 'ア'].map(widthOf)).toEqual([1, 2, 1, 2]);
    expect(aligned([['\u001b[2J\u0007a', 'b']])).not.toContain('\u001b');
  });

  it('arguments are what the script declares', () => {
    const declared = [
      { name: 'n', type: 'number' },
      { name: 'on', type: 'flag' },
      { name: 'at', type: 'stations' },
      { name: 'text', type: 'text' },
    ];
    expect(startArguments(declared, { n: '-1.5', on: 'false', at: 'A-1, A-2', text: '7' })).toEqual({
      ...{ n: -1.5, on: false, at: ['A-1', 'A-2'], text: '7' },
    });
    for (const wrong of [{ n: '' }, { n: '1e999' }, { on: 'yes' }, { other: '1' }])
      expect(() => startArguments(declared, wrong as unknown as Record<string, string>)).toThrow();
  });
});
