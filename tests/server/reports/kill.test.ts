/** A server that is killed while it makes a report: the next one makes it, all of it, once. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { type ServerProcess, startProcess } from '../../support/process.ts';
import { week, writeSiteOfReport } from '../../support/reports/site.ts';
import { password, startTestServer } from '../../support/server.ts';
import { bundleServer } from '../../support/tools/bundle-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundwatch-report-kill-'));
const seeded = join(folder, 'seeded');
const cache = join(process.cwd(), 'node_modules', '.cache', `report-kill-${process.pid}`);
let program = '';

beforeAll(async () => {
  program = await bundleServer(
    cache,
    fileURLToPath(new URL('../../support/reports/dying-server.ts', import.meta.url)),
  );
  const server = await startTestServer();
  await writeSiteOfReport(server);
  await server.running.stop();
  cpSync(server.folder, seeded, { recursive: true });
  rmSync(server.folder, { recursive: true, force: true });
}, 300_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
});

async function ask<T>(server: ServerProcess, token: string, path: string, body?: object): Promise<T> {
  const response = await fetch(server.address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { data: T }).data;
}
const signIn = async (server: ServerProcess) =>
  (await ask<{ loginToken: string }>(server, '', '/login', { accountName: 'operatorA', password }))
    .loginToken;

it.each(['report.claimed', 'report.made'])('leaves nothing half done at %s', async (point) => {
  const dataDir = join(folder, point);
  cpSync(seeded, dataDir, { recursive: true });
  const dying = await startProcess(dataDir, { DIE_AT: point }, program);
  const request = {
    ...{ templateId: null, builtIn: 'weekly', projectId: 1, stationIds: [], ...week },
    ...{ languages: ['ja'], formats: ['pdf', 'xlsx'] },
  };
  await ask(dying, await signIn(dying), '/rest/reports', request);
  expect(await dying.ended).toBeNull();
  const storage = await openStorage({ dataDir });
  const rows = await storage.db.selectFrom('reports').select(['id', 'state', 'checksum']).execute();
  expect(rows).toMatchObject([{ state: 'making', checksum: '' }]);
  expect(await storage.db.selectFrom('report_files').select('format').execute()).toEqual([]);
  await storage.close();
  const next = await startProcess(dataDir, { DIE_AT: '' }, program);
  const token = await signIn(next);
  const id = rows[0]?.id ?? 0;
  await expect
    .poll(
      async () => (await ask<{ report: { state: string } }>(next, token, `/rest/reports/${id}`)).report.state,
      {
        timeout: 60_000,
      },
    )
    .toBe('ready');
  expect(await ask<{ same: boolean }>(next, token, `/rest/reports/${id}/verify`, {})).toMatchObject({
    same: true,
  });
  next.child.kill('SIGTERM');
  await next.ended;
  const after = await openStorage({ dataDir });
  const files = await after.db.selectFrom('report_files').select('format').orderBy('format').execute();
  expect(files.map(({ format }) => format)).toEqual(['pages', 'pdf', 'xlsx']);
  await after.close();
}, 300_000);
