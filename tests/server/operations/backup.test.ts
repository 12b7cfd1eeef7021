/** S67, the drill: a server under ingest is backed up, and one that starts on what was restored has it all. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../src/server/audit/audit.ts';
import { backUp } from '../../../src/server/backup/backup.ts';
import { restore } from '../../../src/server/backup/restore.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { runProgram, type ServerProcess, startProcess } from '../../support/process.ts';
import { startReporter } from '../../support/reporter.ts';
import { signIn, writeSmallSite } from '../../support/small-site.ts';
import { until } from '../gateway/gateway-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const at = (name: string) => join(folder, name);
const running: ServerProcess[] = [];
const t0 = Date.UTC(2026, 0, 1);
let before: readonly number[] = [];
let accepted: readonly number[] = [];
let token = '';

async function start(dataDir: string): Promise<ServerProcess> {
  const server = await startProcess(dataDir);
  running.push(server);
  return server;
}
async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}
async function stored(server: ServerProcess): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text();
  return Number(/^groundwatch_readings_stored_total (\d+)/m.exec(text)?.[1]);
}

beforeAll(async () => {
  const storage = await openStorage({ dataDir: at('data') });
  const passwords = await writeSmallSite(storage, 1);
  await storage.close();
  mkdirSync(at('data/plans'));
  writeFileSync(at('data/plans/one.json'), '{"a":1}');
  writeFileSync(at('data/half.json.new'), '{');

  const server = await start(at('data'));
  token = await signIn(server.address);
  const reporter = await startReporter(server.mqttPort, 'GW1', passwords.get('GW1') ?? '');
  let index = 0;
  let isReporting = true;
  const reported = (async () => {
    while (isReporting) {
      await Promise.all(Array.from({ length: 20 }, () => reporter.report(t0 + index++ * 1007)));
    }
  })();
  await until(() => reporter.accepted.length > 500);
  const count = reporter.accepted.length;
  await until(async () => (await stored(server)) >= count);
  before = reporter.accepted.slice(0, count);
  const { code, output } = await runProgram('backup', [at('backup')], { DATA_DIR: at('data') });
  expect([code, output]).toEqual([0, expect.stringContaining('3 files')]);
  isReporting = false;
  await reported;
  expect(reporter.accepted.length).toBeGreaterThan(count);
  accepted = reporter.accepted;
  reporter.node.client.end(true);
  await stop(server);
});
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('a server on the restored directory has accounts, sites and every reading up to the backup', async () => {
  const done = await runProgram('restore', [at('backup'), '--data-dir', at('restored')]);
  expect([done.code, done.output]).toEqual([0, expect.stringContaining(at('restored'))]);
  expect(readdirSync(at('restored')).sort()).toEqual(['groundwatch.db', 'plans', 'server.key']);
  expect(readFileSync(at('restored/plans/one.json'), 'utf8')).toBe('{"a":1}');
  expect(statSync(at('restored')).mode & 0o077).toBe(0);

  const server = await start(at('restored'));
  const ask = async (path: string, authorization: string) =>
    (await fetch(server.address + path, { headers: { authorization } })).json() as Promise<{
      status: number;
      data: { stations: { code: string }[]; rows: { t: number }[]; total: number };
    }>;
  expect((await ask('/rest/stations', token)).status).toBe(401);
  const session = await signIn(server.address);
  const { data } = await ask('/rest/stations', session);
  expect(data.stations).toHaveLength(1);
  await stop(server);

  const storage = await openStorage({ dataDir: at('restored') });
  const { rows } = await storage.readings.rows({
    row: 'tilt',
    sourceId: 1,
    element: 0,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    limit: 1_000_000,
  });
  const found = new Map(rows.map(({ t, values }) => [t, values['x']]));
  expect(before.filter((t) => !found.has(t))).toEqual([]);
  expect([...found.keys()].filter((t) => !accepted.includes(t))).toEqual([]);
  for (const [t, x] of found) expect(x).toBe((t % 1000) / 1000);
  expect(await verifyAudit(storage.db)).toBeNull();
  await storage.close();
});

describe('refused', () => {
  it('a restore over what is there, and a backup over what is there', async () => {
    mkdirSync(at('used'));
    writeFileSync(at('used/notes.txt'), 'mine');
    await expect(restore(at('backup'), at('used'))).rejects.toMatchObject({ messageId: 'restore.notEmpty' });
    await expect(backUp(at('data'), at('used'), '1')).rejects.toMatchObject({ messageId: 'backup.notEmpty' });
    await expect(backUp(at('data'), at('data/in'), '1')).rejects.toMatchObject({
      messageId: 'backup.inside',
    });
    await expect(backUp(at('used'), at('more'), '1')).rejects.toMatchObject({ messageId: 'backup.noData' });
    expect(readdirSync(at('used'))).toEqual(['notes.txt']);
  });
  it('a damaged backup, by its checksum; nothing is left of the restore', async () => {
    const database = readFileSync(at('backup/groundwatch.db'));
    const whole = Buffer.from(database);
    const place = database.length >> 1;
    database.writeUInt8(database.readUInt8(place) ^ 1, place);
    writeFileSync(at('backup/groundwatch.db'), database);
    mkdirSync(at('empty'));
    const { code, output } = await runProgram('restore', [at('backup'), '--data-dir', at('new')]);
    expect([code, output]).toEqual([1, expect.stringMatching(/groundwatch\.db.*checksum/)]);
    await expect(restore(at('backup'), at('empty'))).rejects.toMatchObject({ messageId: 'restore.damaged' });
    expect([existsSync(at('new')), readdirSync(at('empty'))]).toEqual([false, []]);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
    writeFileSync(at('backup/groundwatch.db'), whole);
    await restore(at('backup'), at('empty'));
    expect(readdirSync(at('empty')).sort()).toEqual(['groundwatch.db', 'plans', 'server.key']);
  });
  it('a manifest that reaches out of the folder, and a folder that is no backup', async () => {
    const manifest = readFileSync(at('backup/manifest.json'), 'utf8');
    writeFileSync(at('backup/manifest.json'), manifest.replace('plans/one.json', '../one.json'));
    for (const from of [at('backup'), at('data')])
      await expect(restore(from, at('out'))).rejects.toMatchObject({ messageId: 'backup.none' });
    writeFileSync(at('backup/manifest.json'), manifest);
  });
  it('what is in PostgreSQL, with a word on pg_dump', async () => {
    const environment = { DATA_DIR: at('data'), DATABASE_URL: 'postgres://u:Vq3mZ8tW6xK1@127.0.0.1:1/x' };
    const { code, output } = await runProgram('backup', [at('other')], environment);
    expect([code, output]).toEqual([1, expect.stringContaining('pg_dump')]);
    expect(output).not.toContain('Vq3mZ8tW6xK1');
  });
});
