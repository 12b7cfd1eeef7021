/** D3: what one credential, one address or a stranger can take of the embedded broker is bounded. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../../src/main/settings.ts';
import { DataType } from '../../../src/protocol/datatype.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import { Account } from '../../../src/server/gateway/connections/account.ts';
import { ConnectionCounter } from '../../../src/server/gateway/connections/connection-counter.ts';
import { guardDefaults } from '../../../src/server/gateway/connections/packet-guard.ts';
import type { Gateway } from '../../../src/server/gateway/gateway.ts';
import { LogBudget } from '../../../src/server/gateway/log-budget.ts';
import {
  bdSeq,
  connectNode,
  double,
  group,
  type Node,
  openSite,
  type Site,
  until,
} from './gateway-fixture.ts';

let site: Site;
let folder: string;
const nodes: Node[] = [];
const sockets: Socket[] = [];
const pem = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doors-'));
  const { cert, key } = pem();
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  site = await openSite({ GW1: [4], GW2: [4] });
});
afterEach(() => {
  for (const node of nodes.splice(0)) node.cut();
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (gateway: Gateway, sn = 'GW1', options: mqtt.IClientOptions = {}) => {
  const node = await connectNode(gateway.port ?? 0, sn, await gateway.issueCredential(sn), options);
  nodes.push(node);
  return node;
};
const birth = async (node: Node) => {
  const metrics = [bdSeq(1n), double('batteryVoltage', null)];
  await node.send('NBIRTH', { timestamp: Date.now(), metrics });
};

it('D3 QoS 2 is refused, as a message and as a Will', async () => {
  const gateway = await site.gateway();
  const node = await open(gateway);
  const ended = new Promise<void>((resolve) => node.client.once('close', () => resolve()));
  node.client.publish(node.topic('NDATA'), 'x', { qos: 2 });
  await ended;
  const topic = `spBv1.0/${group}/NDEATH/GW1`;
  const will = {
    topic,
    payload: Buffer.from(encodePayload({ metrics: [] })),
    qos: 2 as const,
    retain: false,
  };
  await expect(open(gateway, 'GW1', { will })).rejects.toThrow();
});

it('D3 the broker keeps no session for a client that requests one: CONNACK says so, and the client subscribes again', async () => {
  const gateway = await site.gateway();
  const password = await gateway.issueCredential('GW1');
  const connectOnce = async () => {
    const client = mqtt.connect(`mqtt://127.0.0.1:${gateway.port}`, {
      ...{ clientId: 'GW1', username: 'GW1', password, clean: false, reconnectPeriod: 0, protocolVersion: 4 },
    });
    const present = await new Promise<boolean>((resolve) =>
      client.once('connect', ({ sessionPresent }) => resolve(sessionPresent)),
    );
    return { client, present };
  };
  const first = await connectOnce();
  // One filter of the packet is allowed, the other would hear every RTU.
  await first.client.subscribeAsync([`spBv1.0/${group}/NCMD/GW1`, '#'], { qos: 1 }).catch(() => undefined);
  await first.client.endAsync(true);
  const other = await open(gateway, 'GW2');
  await other.client.publishAsync(other.topic('NDATA'), Buffer.from([1]), { qos: 1 });
  const again = await connectOnce();
  const heard: string[] = [];
  again.client.on('message', (topic) => heard.push(topic));
  await again.client.subscribeAsync('spBv1.0/STATE/groundwatch', { qos: 1 });
  await until(() => heard.length > 0);
  expect(first.present).toBe(false);
  expect(again.present).toBe(false);
  expect(heard).toEqual(['spBv1.0/STATE/groundwatch']);
  await again.client.endAsync(true);
});

it('D3 the allowance of a credential holds over reconnects', async () => {
  const gateway = await site.gateway({
    broker: { port: 0, guard: { ...guardDefaults, packetsPerSecond: 20, burstSeconds: 2 } },
  });
  let received = 0;
  gateway.events.on('data', () => received++);
  const password = await gateway.issueCredential('GW1');
  const started = Date.now();
  // Each connection alone stays below the burst of 40 packets.
  for (let turn = 0; turn < 6; turn++) {
    const node = await connectNode(gateway.port ?? 0, 'GW1', password);
    await birth(node);
    for (let index = 0; index < 20; index++)
      await node.send('NDATA', { timestamp: Date.now(), metrics: [double('batteryVoltage', index)] });
    const wanted = (turn + 1) * 20;
    await until(() => received >= wanted);
    node.cut();
  }
  // 6 × 22 packets: 40 at once, the rest at 20 a second, which no setting of a clock makes quicker.
  expect(Date.now() - started).toBeGreaterThan(((132 - 40 - 20) / 20) * 1000 - 500);
});

it('D3 bytes under way are bounded for each credential, whatever connection brought them', () => {
  const account = new Account(guardDefaults, 0);
  const MB = 1024 * 1024;
  const entered: number[] = [];
  for (let index = 0; index < 6; index++) account.enter(MB, () => entered.push(index));
  expect(entered).toEqual([0, 1, 2, 3]);
  expect(account.isFull).toBe(true);
  account.leave(MB);
  expect(entered).toEqual([0, 1, 2, 3, 4]);
  expect(account.isFull).toBe(false);
  account.leave(MB);
  expect(entered).toEqual([0, 1, 2, 3, 4, 5]);
});

it('D3 sockets are bounded by address, those without a credential more narrowly', () => {
  const limits = { connections: 6, perAddress: 4, unauthenticated: 3, unauthenticatedPerAddress: 2 };
  const connectionLimits = new ConnectionCounter(limits);
  const a = [connectionLimits.enter('a'), connectionLimits.enter('a')];
  expect(connectionLimits.enter('a')).toMatch(/address without a credential/);
  connectionLimits.enter('b');
  expect(connectionLimits.enter('b')).toBe('too many connections without a credential');
  const [first, second] = a;
  if (first === undefined || typeof first === 'string' || second === undefined || typeof second === 'string')
    throw new Error('not let in');
  first.identified();
  first.identified();
  second.identified();
  const more = [connectionLimits.enter('a'), connectionLimits.enter('a')];
  expect(more.map((visit) => typeof visit)).toEqual(['object', 'object']);
  expect(connectionLimits.enter('a')).toBe('too many connections of this address');
  first.left();
  first.left();
  expect(connectionLimits.enter('c')).toMatch(/without a credential/);
});

it('D3 an address with too many strangers still lets in an RTU elsewhere, and a stranger leaves room', async () => {
  const gateway = await site.gateway({
    broker: { port: 0, connectionLimits: { unauthenticatedPerAddress: 5 } },
  });
  const refused: string[] = [];
  gateway.events.on('refused', ({ reason }) => refused.push(reason));
  const node = await open(gateway);
  for (let index = 0; index < 6; index++) {
    const socket = connect(gateway.port ?? 0, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
  }
  await until(() => refused.length === 1);
  expect(refused).toEqual(['too many connections of this address without a credential']);
  expect(node.client.connected).toBe(true);
  sockets[0]?.destroy();
  const pause = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 500));
  await until(() =>
    Promise.race([
      open(gateway, 'GW2').then(
        () => true,
        () => false,
      ),
      pause(),
    ]),
  );
});

it('D3 lines that one sender causes are bounded in length and rate, and say how many were left out', () => {
  const lines: { detail: object; message: string }[] = [];
  const write = (detail: object, message: string) => void lines.push({ detail, message });
  const log = new LogBudget({ info: write, warn: write, error: write });
  for (let index = 0; index < 500; index++) log.warn('GW1', { detail: 'x'.repeat(5000) }, 'device traffic');
  expect(lines).toHaveLength(10);
  expect(lines.every(({ detail }) => JSON.stringify(detail).length < 300)).toBe(true);
  log.warn('GW2', { detail: 'y' }, 'device traffic');
  expect(lines).toHaveLength(11);
  // Many senders together are bounded as well.
  for (let index = 0; index < 5000; index++) log.warn(`S${index}`, {}, 'refused');
  expect(lines.length).toBeLessThan(300);
  expect(lines.length).toBeGreaterThanOrEqual(200);
});

it('D3 a hostile RTU whose every refusal is worded anew writes few lines', async () => {
  const gateway = await site.gateway();
  const password = await gateway.issueCredential('GW1');
  const before = site.logged.length;
  for (let index = 0; index < 40; index++) {
    const node = await connectNode(gateway.port ?? 0, 'GW1', password);
    const ended = new Promise<void>((resolve) => node.client.once('close', () => resolve()));
    node.client.publish(`spBv1.0/${group}/NDATA/GW1/${'z'.repeat(2000)}${index}`, 'x');
    await ended;
  }
  const lines = site.logged.slice(before).filter(({ message }) => /traffic|refused/.test(message));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(20);
  expect(lines.every(({ detail }) => JSON.stringify(detail).length < 600)).toBe(true);
});

it('D3 devices speak over TLS, with the plain port closed or open', async () => {
  const { cert, key } = pem();
  const tls = { port: 0, cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  const gateway = await site.gateway({
    broker: { port: null, tls, connectionLimits: { unauthenticatedPerAddress: 3 } },
  });
  expect(gateway.port).toBe(0);
  const port = gateway.tlsPort ?? 0;
  const password = await gateway.issueCredential('GW1');
  const client = await mqtt.connectAsync(`mqtts://localhost:${port}`, {
    ...{ clientId: 'GW1', username: 'GW1', password, ca: tls.cert, reconnectPeriod: 0, protocolVersion: 4 },
  });
  let received = 0;
  gateway.events.on('data', () => received++);
  const publish = (
    type: 'NBIRTH' | 'NDATA',
    seq: number,
    metrics: Parameters<typeof encodePayload>[0]['metrics'],
  ) =>
    client.publishAsync(
      `spBv1.0/${group}/${type}/GW1`,
      Buffer.from(encodePayload({ timestamp: Date.now(), seq, metrics })),
      { qos: 1 },
    );
  await publish('NBIRTH', 0, [bdSeq(1n), { name: 'batteryVoltage', datatype: DataType.Double, value: null }]);
  await publish('NDATA', 1, [double('batteryVoltage', 12)]);
  expect(received).toBe(1);
  // Who speaks without TLS gets nowhere; a handshake that never comes counts as a stranger.
  const refused: string[] = [];
  gateway.events.on('refused', ({ reason }) => refused.push(reason));
  const plain = connect(port, '127.0.0.1');
  plain.on('error', () => undefined);
  const closed = new Promise((resolve) => plain.once('close', resolve));
  plain.write(Uint8Array.of(0x10, 12, 0, 4, 77, 81, 84, 84, 4, 2, 0, 0, 0, 0));
  await closed;
  expect(refused.some((reason) => reason.startsWith('TLS'))).toBe(true);
  for (let index = 0; index < 4; index++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
  }
  await until(() => refused.some((reason) => reason.includes('without a credential')));
  for (const socket of sockets.splice(0)) socket.destroy();
  const old = connectTls({
    port,
    host: 'localhost',
    ca: tls.cert,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
  });
  await new Promise((resolve) => old.once('error', resolve));
  await client.endAsync(true);
});

it('D3 settings of TLS for devices: same or own certificate, and never no door at all by mistake', () => {
  const { cert, key } = pem();
  const read = (environment: Record<string, string>) => readSettings(environment);
  expect(read({})).toMatchObject({ mqttPort: 1883, mqttTls: null });
  const same = read({ TLS_CERT: cert, TLS_KEY: key, MQTT_TLS_PORT: '8883', MQTT_PORT: 'off' });
  expect(same).toMatchObject({ mqttPort: null, mqttTls: { port: 8883, cert: readFileSync(cert, 'utf8') } });
  const own = read({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_PORT: '0' });
  expect(own).toMatchObject({
    mqttPort: 1883,
    tls: null,
    mqttTls: { port: 0, key: readFileSync(key, 'utf8') },
  });
  expect(() => read({ MQTT_TLS_PORT: '8883' })).toThrow(/MQTT_TLS_CERT/);
  expect(() => read({ MQTT_PORT: 'off' })).toThrow(/MQTT_TLS_PORT/);
  expect(() => read({ MQTT_TLS_CERT: cert, MQTT_TLS_PORT: '8883' })).toThrow(/belong together/);
  expect(() => read({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key })).toThrow(/without MQTT_TLS_PORT/);
  expect(() => read({ TLS_CERT: cert, TLS_KEY: key, MQTT_TLS_PORT: '70000' })).toThrow(/MQTT_TLS_PORT/);
});
