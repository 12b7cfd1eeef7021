/** A server that is killed while it takes in, fills or sends: whatever was committed arrives all the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { type ServerProcess, startProcess } from '../../support/process.ts';
import { password, startTestServer } from '../../support/server.ts';
import { bundleServer } from '../../support/tools/bundle-server.ts';

const cache = join(process.cwd(), 'node_modules', '.cache', `outlet-kill-${process.pid}`);
let [program, origin] = ['', ''];
let receiver: Server;
const got = new Map<string, number>();
let data = '';

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as { data: { readings: { id: string }[] } };
      for (const { id } of body.data.readings) got.set(id, (got.get(id) ?? 0) + 1);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const place = receiver.address();
  origin = `http://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}`;
  program = await bundleServer(
    cache,
    fileURLToPath(new URL('../../support/reports/dying-server.ts', import.meta.url)),
  );
  data = mkdtempSync(join(tmpdir(), 'groundwatch-outlet-kill-'));
}, 300_000);
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
  rmSync(data, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
});

/** The server with an outlet of company A; answers its folder. */
async function siteWithOutlet(): Promise<string> {
  const server = await startTestServer({ environment: { WEBHOOK_ORIGINS: origin } });
  const token = await server.login('maintainer');
  const post = async (path: string, body: object) =>
    (await server.call(path, { token, method: 'POST', body })).envelope;
  const hook = await post('/rest/notify/hooks', {
    ...{ id: null, companyId: 1, revision: 0, name: 'Receiver' },
    body: { preset: 'standard', url: `${origin}/in`, language: 'en', enabled: true },
  });
  const made = await post('/rest/notify/outlets', {
    ...{ id: null, companyId: 1, revision: 0, name: 'Twin' },
    body: {
      ...{
        hookId: (hook?.data as { id: number } | undefined)?.id,
        enabled: true,
        readings: true,
        events: [],
      },
      ...{ projectIds: [], stationIds: [], kinds: [] },
    },
  });
  expect(made?.status).toBe(200);
  await server.running.stop();
  return server.folder;
}

/** Readings of sensor 1, and of sensor 2, which is another company's; as another process stores them. */
async function store(dataDir: string, first: number, count: number): Promise<readonly string[]> {
  const storage = await openStorage({ dataDir });
  const now = Date.now();
  const at = (place: number) => now + (first + place) * 1000;
  for (const sourceId of [1, 2])
    await storage.readings.ingest(
      Array.from({ length: count }, (_, place) => ({
        ...{ sourceId, row: 'tilt' as const, element: 0, t: at(place), receivedAt: now, historical: false },
        values: { x: place },
      })),
    );
  await storage.close();
  return Array.from({ length: count }, (_, place) => `tilt/1/0/${at(place)}`);
}

/** The two minutes after which what was under way counts as lost. */
async function passTime(dataDir: string): Promise<void> {
  const storage = await openStorage({ dataDir });
  await storage.write((db) =>
    db.updateTable('messages').set({ due_at: 1 }).where('state', '=', 'sending').execute(),
  );
  await storage.close();
}

const start = (dataDir: string, point: string): Promise<ServerProcess> =>
  startProcess(dataDir, { DIE_AT: point, WEBHOOK_ORIGINS: origin }, program);

it.each([
  'outlet.found',
  'outlet.filled',
  'notify.claimed',
  'notify.sent',
])('all of it arrives though the server is killed at %s', async (point) => {
  got.clear();
  const dataDir = await siteWithOutlet();
  const wanted = [...(await store(dataDir, 0, 700))];
  // It may be gone before it has said that it is there.
  const ended = await start(dataDir, point).then(
    (dying) => dying.ended,
    (error) => (/ended with null/.test(String(error)) ? null : Promise.reject(error)),
  );
  expect(ended).toBeNull();
  // What was committed before the process was killed, and by another one while it was gone.
  wanted.push(...(await store(dataDir, 1000, 50)));
  await passTime(dataDir);
  const next = await start(dataDir, '');
  await expect
    .poll(() => wanted.filter((id) => !got.has(id)), { timeout: 60_000, interval: 500 })
    .toEqual([]);
  expect([...got.keys()].filter((id) => id.startsWith('tilt/2/'))).toEqual([]);
  next.child.kill('SIGTERM');
  await next.ended;
  rmSync(dataDir, { recursive: true, force: true });
}, 400_000);

it('the account of another company learns nothing of it', async () => {
  const dataDir = await siteWithOutlet();
  const server = await startProcess(dataDir, { DIE_AT: '', WEBHOOK_ORIGINS: origin }, program);
  const post = async (path: string, body: object, token = '') =>
    (await (
      await fetch(server.address + path, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as { status: number; data: { loginToken: string } };
  const tokenOf = async (accountName: string) =>
    (await post('/login', { accountName, password })).data.loginToken;
  const list = async (token: string) =>
    (
      (await (
        await fetch(`${server.address}/rest/notify/outlets`, { headers: { authorization: token } })
      ).json()) as { data: { outlets: unknown[] } }
    ).data.outlets;
  expect(await list(await tokenOf('operatorA'))).toHaveLength(1);
  expect(await list(await tokenOf('operatorB'))).toEqual([]);
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
}, 100_000);
