/** What the server says of its listeners: counts against what was sent, who was refused, and the restart of one alone. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListenerId, ListenerView } from '../../../src/contract/listeners.ts';
import { KnockBook, mostOfListener } from '../../../src/server/listeners/knocks.ts';
import { ListenerBook } from '../../../src/server/listeners/listeners.ts';
import { TrafficMeter } from '../../../src/server/listeners/meter.ts';
import { until } from '../../support/security/world.ts';
import { password, startTestServer, type TestServer } from '../../support/server.ts';
import { frameText, StationClient } from '../../support/sl651.ts';
import { editorOf, makeSource, send } from '../../support/sources.ts';

const minute = 60_000;
let server: TestServer;
let token: string;
let editor: string;
let folder: string;
const clients: MqttClient[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-listeners-'));
  server = await startTestServer({ environment: { SL651_PORT: '0', SOURCES_DIR: folder } });
  token = await server.login('maintainer');
  editor = await editorOf(server, 1);
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Listed {
  readonly listeners: readonly ListenerView[];
  readonly knocks: readonly {
    readonly listener: ListenerId;
    readonly reason: string;
    readonly address: string;
    readonly detail: string;
    readonly count: number;
  }[];
}
const list = async () =>
  (await server.call('/rest/listeners', { token })).envelope?.data as unknown as Listed;
const one = async (id: ListenerId): Promise<ListenerView> => {
  const found = (await list()).listeners.find((listener) => listener.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};
const connectAs = (name: string, secret: string) =>
  new Promise<MqttClient>((resolve, reject) => {
    const client = mqtt.connect(`mqtt://127.0.0.1:${server.running.mqttPort}`, {
      ...{ clientId: name, username: name, password: secret, protocolVersion: 4 as const },
      reconnectPeriod: 0,
    });
    clients.push(client);
    client.once('connect', () => resolve(client));
    client.once('error', reject);
  });
const restart = async (id: ListenerId, own = token) => {
  const body = { password, body: { restartListener: id } };
  const proof = await server.call('/rest/user/confirm', { token: own, method: 'POST', body });
  const { confirmation } = (proof.envelope?.data ?? {}) as { confirmation?: string };
  return server.call(`/rest/listeners/${id}/restart`, {
    token: own,
    method: 'POST',
    body: confirmation === undefined ? {} : { confirmation },
  });
};

it('counts the last 60 minutes and the last 1440, each from both sides of its border', () => {
  let now = 1_000_000 * minute;
  const meter = new TrafficMeter(() => now);
  const left = meter.connected();
  meter.took(2, 100);
  now += 59 * minute;
  expect(meter.read()).toMatchObject({ open: 1, messagesHour: 2, messagesDay: 2, bytesHour: 100 });
  now += minute;
  meter.took(1, 7);
  expect(meter.read()).toMatchObject({ messagesHour: 1, bytesHour: 7, messagesDay: 3, bytesDay: 107 });
  left();
  left();
  now += 1379 * minute;
  expect(meter.read()).toMatchObject({ open: 0, connectionsDay: 1, messagesDay: 3, messagesHour: 0 });
  now += minute;
  expect(meter.read()).toMatchObject({ connectionsDay: 0, messagesDay: 1, bytesDay: 7 });
  meter.took(5, 5);
  expect(meter.read()).toMatchObject({ messagesHour: 5, messagesDay: 6, bytesDay: 12 });
});

it('goes on with the counts of the process before, whatever was not written comes with the next, and a day ends', async () => {
  const { storage } = server.running;
  let now = Date.UTC(2026, 10, 1, 12);
  const failed = (error: unknown) => {
    throw error;
  };
  const begun = async () => {
    const book = new ListenerBook(() => now, failed);
    await book.start(storage, failed);
    return book;
  };
  const first = await begun();
  first.meters.external.connected();
  first.meters.external.took(3, 300);
  now += minute;
  first.meters.external.took(1, 10);
  await first.stop();
  const second = await begun();
  expect(second.meters.external.read()).toMatchObject({
    open: 0,
    connectionsDay: 1,
    messagesDay: 4,
    bytesDay: 310,
  });
  expect(second.read().since).toBe(first.read().since);
  expect(second.read().startedAt).toBe(now);
  // A second process counts at the same time.
  second.meters.external.took(1, 1);
  await second.stop();
  first.meters.external.took(1, 1);
  await first.stop();
  expect((await begun()).meters.external.read()).toMatchObject({ messagesDay: 6, bytesDay: 312 });
  now += 1438 * minute;
  expect((await begun()).meters.external.read()).toMatchObject({ messagesDay: 6 });
  now += minute;
  expect((await begun()).meters.external.read()).toMatchObject({ messagesDay: 3, bytesDay: 12 });
  const meter = new TrafficMeter(() => now);
  meter.took(2, 20);
  for (const count of meter.takeUnwritten()) meter.giveBack(count);
  meter.took(1, 1);
  expect(meter.takeUnwritten()).toEqual([{ minute: now / minute, connections: 0, messages: 3, bytes: 21 }]);
  expect(meter.takeUnwritten()).toEqual([]);
});

it('groups refusals by listener, reason and address; a flood at one listener leaves the others', () => {
  let now = 0;
  const book = new KnockBook(() => now);
  const knock = (address: string, listener: ListenerId = 'mqtt') =>
    book.knock({ listener, reason: 'wrongCredential', address, detail: 'x'.repeat(500) });
  knock('10.0.0.1', 'http');
  now = 5;
  knock('10.0.0.1', 'http');
  expect(book.list()).toMatchObject([{ count: 2, firstAt: 0, lastAt: 5, detail: 'x'.repeat(120) }]);
  for (let at = 0; at < mostOfListener + 50; at += 1) knock(`10.1.0.${at}`);
  const listed = book.list();
  expect(listed).toHaveLength(mostOfListener + 1);
  expect(listed[0]?.address).toBe(`10.1.0.${mostOfListener + 49}`);
  expect(listed.some(({ address }) => address === '10.1.0.49')).toBe(false);
  expect(listed.some(({ address }) => address === '10.1.0.50')).toBe(true);
  expect(listed.at(-1)?.listener).toBe('http');
  now = 5 + 86_400_000;
  expect(book.list().some(({ listener }) => listener === 'http')).toBe(false);
});

it('lists every listener with its address, state and limits', async () => {
  const { listeners } = await list();
  expect(listeners.map(({ id }) => id)).toEqual([
    'mqtt',
    'mqttTls',
    'sources',
    'http',
    'sl651',
    'folders',
    'ftp',
  ]);
  expect(await one('mqtt')).toMatchObject({ state: 'open', address: '127.0.0.1', restarts: true });
  expect((await one('mqtt')).port).toBe(server.running.mqttPort);
  expect((await one('http')).port).toBe(Number(new URL(server.address).port));
  expect((await one('http')).limits).toContainEqual({ id: 'payloadBytes', value: 4 * 1024 * 1024 });
  expect((await one('mqtt')).limits).toContainEqual({ id: 'unauthenticatedPerAddress', value: 250 });
  expect(await one('mqttTls')).toMatchObject({ state: 'closed', port: null, address: null });
  expect(await one('folders')).toMatchObject({ state: 'open', address: folder, open: null });
});

it('is the platform’s alone: who belongs to a company neither sees nor restarts anything', async () => {
  const seen = await server.call('/rest/listeners', { token: editor });
  expect(seen.envelope).toMatchObject({ status: 403, messageId: 'sites.platformOnly' });
  const body = { password, body: { restartListener: 'mqtt' } };
  const proof = await server.call('/rest/user/confirm', { token: editor, method: 'POST', body });
  expect(proof.envelope?.messageId).toBe('sites.platformOnly');
  expect((await restart('mqtt', editor)).envelope?.messageId).toBe('sites.platformOnly');
  const menus = async (own: string) =>
    (await server.call('/rest/user/permissions', { token: own, method: 'POST' })).text.includes('/listeners');
  expect([await menus(token), await menus(editor)]).toEqual([true, false]);
});

it('counts what sources send by HTTP and MQTT, and names who was refused', async () => {
  const source = await makeSource(server, editor);
  const before = await one('http');
  const text = JSON.stringify({ ts: Date.UTC(2026, 4, 1), values: { x: 1 } });
  await send(server, source, text);
  await until(async () => (await one('http')).messagesDay === before.messagesDay + 1);
  expect((await one('http')).bytesDay - before.bytesDay).toBe(text.length);
  expect((await one('http')).connectionsDay).toBe((before.connectionsDay ?? 0) + 1);
  await send(server, { key: source.key, token: 'wrong' }, text);
  await send(server, { key: source.key, token: 'wrong' }, text);
  expect((await list()).knocks).toContainEqual(
    expect.objectContaining({ listener: 'http', reason: 'wrongToken', detail: source.key, count: 2 }),
  );
  const own = await makeSource(server, editor, undefined, { way: 'mqtt' });
  const client = await connectAs(own.key, own.token);
  const payload = JSON.stringify({ ts: Date.UTC(2026, 4, 2), values: { x: 1 } });
  await client.publishAsync(`in/${own.key}/p1`, payload, { qos: 1 });
  expect(await one('sources')).toMatchObject({ open: 1, messagesDay: 1, bytesDay: payload.length });
  expect(await one('mqtt')).toMatchObject({ open: 1, messagesDay: 1 });
  expect((await one('mqtt')).bytesDay).toBeGreaterThan(payload.length);
  await expect(connectAs('NOBODY', 'nothing')).rejects.toThrow();
  expect((await list()).knocks).toContainEqual(
    expect.objectContaining({
      listener: 'mqtt',
      reason: 'wrongCredential',
      address: '127.0.0.1',
      detail: 'NOBODY',
    }),
  );
});

it('counts stations of SL 651, and names one that nobody has let in', async () => {
  const { port } = await one('sl651');
  const station = await StationClient.connect(port ?? 0);
  const frame = frameText({ address: '0099999999', code: '2F', text: '0001260501120000' });
  station.send(frame);
  await until(async () => (await one('sl651')).messagesDay === 1);
  expect(await one('sl651')).toMatchObject({ open: 1, connectionsDay: 1, bytesDay: frame.length / 2 });
  await until(async () => (await list()).knocks.some(({ listener }) => listener === 'sl651'));
  expect((await list()).knocks).toContainEqual(
    expect.objectContaining({ listener: 'sl651', reason: 'stranger', detail: 'SL651-0099999999' }),
  );
  station.socket.destroy();
  await until(async () => (await one('sl651')).open === 0);
});

it('restarts one listener by password alone: its connections end, it listens where it did, the others go on', async () => {
  const own = await makeSource(server, editor, undefined, { way: 'mqtt' });
  const client = await connectAs(own.key, own.token);
  const { port: sl651 } = await one('sl651');
  const station = await StationClient.connect(sl651 ?? 0);
  await until(async () => (await one('sl651')).open === 1);
  const before = await one('mqtt');
  const refused = await server.call('/rest/listeners/mqtt/restart', { token, method: 'POST', body: {} });
  expect(refused.envelope).toMatchObject({ status: 422, messageId: 'set.noPassword' });
  expect((await one('mqtt')).open).toBe(before.open);
  const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const done = await restart('mqtt');
  await ended;
  expect(done.envelope).toMatchObject({ status: 200 });
  const after = await one('mqtt');
  expect(after).toMatchObject({ state: 'open', port: before.port, open: 0, problem: null });
  expect(after.since).toBeGreaterThan(before.since);
  expect((await one('sl651')).open).toBe(1);
  expect((await server.call('/rest/listeners', { token })).envelope?.status).toBe(200);
  const again = await connectAs(own.key, own.token);
  await again.publishAsync(`in/${own.key}/p1`, JSON.stringify({ ts: Date.UTC(2026, 4, 3) }), { qos: 1 });
  const audit = await server.call('/rest/audit?action=listeners', { token });
  expect(audit.envelope?.data).toMatchObject({
    entries: [{ accountName: 'maintainer', subject: 'listener:mqtt', result: 'ok' }],
  });
  station.socket.destroy();
});

it('ends the connections of sources alone, and refuses what cannot be restarted', async () => {
  const own = await makeSource(server, editor, undefined, { way: 'mqtt' });
  const client = await connectAs(own.key, own.token);
  const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
  expect((await restart('sources')).envelope?.status).toBe(200);
  await ended;
  expect((await one('sources')).state).toBe('open');
  expect((await restart('mqttTls')).envelope?.messageId).toBe('listeners.closed');
  expect((await restart('external')).envelope?.status).toBe(404);
});

it('says that a listener failed where its port was taken meanwhile, and opens it at the next try', async () => {
  const { port } = await one('sl651');
  const [driver] = server.running.drivers;
  await driver?.stop();
  const thief = createServer().listen(port ?? 0, '127.0.0.1');
  await new Promise((resolve) => thief.once('listening', resolve));
  const body = { password, body: { restartListener: 'sl651' } };
  // Closed by a stop it cannot be restarted; one that failed can.
  expect((await server.call('/rest/user/confirm', { token, method: 'POST', body })).envelope?.messageId).toBe(
    'listeners.closed',
  );
  await expect(driver?.restart()).rejects.toThrow('EADDRINUSE');
  expect(await one('sl651')).toMatchObject({ state: 'failed', problem: 'EADDRINUSE', port });
  expect((await restart('sl651')).envelope?.data).toMatchObject({ listener: { state: 'failed' } });
  await new Promise((resolve) => thief.close(resolve));
  expect((await restart('sl651')).envelope?.data).toMatchObject({ listener: { state: 'open', port } });
});

it('restarts HTTP alone: requests under way break off, who was slowed down may send, the console and MQTT go on', async () => {
  const source = await makeSource(server, editor);
  const own = await makeSource(server, editor, undefined, { way: 'mqtt' });
  const client = await connectAs(own.key, own.token);
  const flood = await Promise.all(
    Array.from({ length: 8 }, () => send(server, source, ' '.repeat(3_900_000))),
  );
  expect(flood.some(({ http }) => http === 429)).toBe(true);
  // The first bytes of a body that does not end.
  const held = connect(Number(new URL(server.address).port), '127.0.0.1');
  held.on('error', () => undefined);
  const ended = new Promise((resolve) => held.once('close', resolve));
  const other = await makeSource(server, editor);
  held.write(
    `POST /ingest/v1/${other.key} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${other.token}\r\ncontent-length: 100\r\n\r\n[`,
  );
  await until(async () => (await one('http')).open === 1);
  const before = await one('http');
  expect((await restart('http')).envelope?.data).toMatchObject({
    listener: { state: 'open', port: before.port },
  });
  await ended;
  await until(async () => (await one('http')).open === 0);
  expect((await one('http')).since).toBeGreaterThan(before.since);
  const answer = await send(server, source, { ts: Date.UTC(2026, 4, 5), values: { x: 1 } });
  expect(answer.http).toBe(200);
  expect(client.connected).toBe(true);
  expect((await one('http')).messagesDay).toBeGreaterThanOrEqual(before.messagesDay);
});

it('says that the folder is gone, and looks at all files anew after a restart', async () => {
  rmSync(folder, { recursive: true });
  expect(await one('folders')).toMatchObject({ state: 'failed', problem: 'ENOENT' });
  mkdirSync(folder);
  expect((await restart('folders')).envelope?.data).toMatchObject({ listener: { state: 'open' } });
});
