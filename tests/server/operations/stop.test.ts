/** A planned stop, of the real process: in order, in time, whatever clients do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { type ServerProcess, startProcess } from '../../support/process.ts';
import { startReporter } from '../../support/reporter.ts';
import { account, signIn, writeSmallSite } from '../../support/small-site.ts';
import { connectNode, until } from '../gateway/gateway-fixture.ts';

let folder: string;
let passwords: ReadonlyMap<string, string>;
let server: ServerProcess;
const sockets: Socket[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stop-'));
  const storage = await openStorage({ dataDir: folder });
  passwords = await writeSmallSite(storage, 3);
  await storage.close();
  server = await startProcess(folder);
});
afterEach(() => {
  server.child.kill('SIGKILL');
  for (const socket of sockets.splice(0)) socket.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** A connection that sends this, and then neither reads nor speaks. */
async function hang(port: number, sent: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.pause();
  if (sent !== '') await new Promise((resolve) => socket.write(sent, resolve));
  return socket;
}

const connectRtu = (sn: string) => connectNode(server.mqttPort, sn, passwords.get(sn) ?? '');

/** The exit code, or what hangs after a minute. */
function exit(): Promise<number | null | string> {
  return Promise.race([
    server.ended,
    new Promise<string>((resolve) => setTimeout(resolve, 60_000, `hangs: ${server.output()}`)),
  ]);
}

it('SIGTERM: what is in flight is answered and stored, STATE offline, streams end, exit 0, also with hanging clients', async () => {
  const port = Number(new URL(server.address).port);
  const token = await signIn(server.address);
  const stream = await fetch(`${server.address}/rest/stream`, { headers: { authorization: token } });
  const streamed = stream.text();

  const watcher = await connectRtu('GW1');
  const states: string[] = [];
  watcher.client.on('message', (topic, payload) => {
    if (topic === 'spBv1.0/STATE/groundwatch') states.push(payload.toString('utf8'));
  });
  await watcher.client.subscribeAsync('spBv1.0/STATE/groundwatch', { qos: 1 });
  const deaf = await connectRtu('GW2');
  await deaf.client.subscribeAsync('spBv1.0/STATE/groundwatch', { qos: 1 });
  deaf.client.stream.pause();
  await hang(server.mqttPort, '');
  await hang(port, '');
  await hang(port, 'GET /rest/settings HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  await hang(
    port,
    'POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  );
  await hang(port, `GET /rest/stream HTTP/1.1\r\nHost: a\r\nAuthorization: ${token}\r\n\r\n`);

  const reporter = await startReporter(server.mqttPort, 'GW3', passwords.get('GW3') ?? '');
  const t0 = Date.UTC(2026, 0, 1);
  await Promise.all(Array.from({ length: 200 }, (_, index) => reporter.report(t0 + index * 1000)));
  const login = fetch(`${server.address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  // Answered after the login has begun.
  await fetch(`${server.address}/health`);
  server.child.kill('SIGTERM');

  expect((await (await login).json()) as object).toMatchObject({ status: 200 });
  expect(await exit()).toBe(0);
  expect(await streamed).toContain('event: hello');
  await until(() => states.length > 1);
  expect(states.map((state) => (JSON.parse(state) as { online: boolean }).online)).toEqual([true, false]);
  expect(server.output()).toMatch(/"msg":"stopping"[\s\S]*"msg":"stopped"/);
  expect(server.output()).not.toMatch(/"level":(50|60)/);
  await expect(fetch(`${server.address}/health`)).rejects.toThrow();

  const storage = await openStorage({ dataDir: folder });
  const page = await storage.readings.rows({
    row: 'tilt',
    sourceId: 3,
    element: 0,
    from: t0,
    to: t0 + 3_600_000,
    limit: 1000,
  });
  await storage.close();
  expect(page.rows.map(({ t }) => t).sort()).toEqual([...reporter.accepted].sort());
  expect(reporter.accepted).toHaveLength(200);
  for (const { client } of [watcher, deaf, reporter.node]) client.end(true);
});

it('a second signal ends at once', async () => {
  const port = Number(new URL(server.address).port);
  await hang(port, 'GET /rest/settings HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  server.child.kill('SIGTERM');
  await until(() => server.output().includes('"msg":"stopping"'));
  server.child.kill('SIGINT');
  expect(await exit()).toBe(1);
  expect(server.output()).toContain('ended at once');
  expect(server.output()).not.toContain('"msg":"stopped"');
});
