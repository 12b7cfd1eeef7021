/** Clients of the embedded broker that are slow, too large or too many. */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { type EmbeddedOptions, EmbeddedSource } from '../../../src/server/gateway/embedded.ts';
import type { Gateway } from '../../../src/server/gateway/gateway.ts';
import type { SourceHandlers } from '../../../src/server/gateway/source.ts';
import { type Reporter, startReporter } from '../../support/reporter.ts';
import { connectNode, openSite, type Site, until } from '../gateway/gateway-fixture.ts';

const t0 = Date.UTC(2026, 0, 1);
let site: Site;
let gateway: Gateway;
let port: number;
let honest: Reporter;
let password: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  site = await openSite({ GW1: [4], GW2: [4] });
  gateway = await site.gateway();
  port = gateway.port ?? 0;
  password = await gateway.issueCredential('GW1');
  honest = await startReporter(port, 'GW2', await gateway.issueCredential('GW2'));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  honest.node.cut();
  await site.close();
});

function open(to = port): Socket {
  const socket = connect(to, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}
const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};
function packet(head: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = [];
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([head, ...length]), body]);
}
/** MQTT 3.1.1, clean session, user name and password, no keep alive. */
const connectBytes = (sn: string, secret: string) =>
  packet(0x10, text('MQTT'), Buffer.from([4, 0xc2, 0, 0]), text(sn), text(sn), text(secret));
/** Ten readings of the honest RTU, and how long the broker took to take them, ms. */
async function timeOfTen(): Promise<number> {
  const began = performance.now();
  for (let index = 0; index < 10; index++) await honest.report(t0 + honest.accepted.length * 1007);
  return performance.now() - began;
}
async function expectHonest(): Promise<void> {
  await gateway.settled();
  const { sensors } = await site.ids('GW2');
  const query = { row: 'tilt', sourceId: sensors.get(0) ?? 0, element: 0, from: 0, limit: 10_000 } as const;
  const { rows } = await site.storage.readings.rows({ ...query, to: Number.MAX_SAFE_INTEGER });
  expect(rows.map(({ t }) => t).reverse()).toEqual(honest.accepted);
}

it('S60 a CONNECT that arrives at one byte a second is closed after ten seconds and reported', async () => {
  const socket = open();
  const began = performance.now();
  const bytes = connectBytes('GW1', password);
  let at = 0;
  const drip = setInterval(() => void socket.write(bytes.subarray(at, ++at)), 1000);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  expect(performance.now() - began).toBeGreaterThan(9500);
  // Long before the last byte.
  expect(at).toBeLessThan(bytes.length / 2);
  expect(site.logged.at(-1)).toMatchObject({ detail: { reason: 'not authenticated in time' } });
  await timeOfTen();
  await expectHonest();
});

it('S59 a subscriber that never reads is dropped; others are served as before', async () => {
  const socket = open();
  socket.pause();
  socket.write(connectBytes('GW1', password));
  socket.write(packet(0x82, Buffer.from([0, 1]), text('spBv1.0/P01/NCMD/GW1'), Buffer.from([0])));
  // A birth of nothing but its sequence number.
  socket.write(packet(0x30, text('spBv1.0/P01/NBIRTH/GW1'), Buffer.from([0x18, 0])));
  const { rtu } = await site.ids('GW1');
  await until(() => gateway.link(rtu)?.connected);
  const long = { name: 'cmd/text', datatype: DataType.String, value: 'x'.repeat(60_000) };
  const before = process.memoryUsage().rss;
  const alone = await timeOfTen();
  let slowest = 0;
  for (let round = 0; round < 60 && gateway.link(rtu)?.connected; round++) {
    for (let index = 0; index < 60; index++) gateway.command('GW1', null, [long]).catch(() => undefined);
    slowest = Math.max(slowest, await timeOfTen());
  }
  expect(slowest).toBeLessThan(6000 + 50 * alone);
  await until(() => gateway.link(rtu)?.connected === false);
  expect(gateway.link(rtu)?.problems[0]).toMatchObject({ reason: 'refused', detail: 'does not read' });
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  await expectHonest();
});

it('S58 oversized clients: each is dropped, the others stay', async () => {
  const large = [
    connectBytes('GW1', 'x'.repeat(20_000)),
    connectBytes('G'.repeat(20_000), password),
    packet(0x10, Buffer.alloc(20_000)),
    Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80, 0x01]),
  ];
  for (const bytes of large) {
    const socket = open();
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(bytes);
    await ended;
  }
  const reasons = site.logged.slice(-4).map(({ detail }) => (detail as { reason?: string }).reason);
  expect(reasons.map((reason) => reason?.replace(/\d+/, 'n'))).toEqual([
    'a packet of n bytes',
    'a packet of n bytes',
    'a packet of n bytes',
    'a length of more than four bytes',
  ]);
  const node = await connectNode(port, 'GW1', password);
  await timeOfTen();
  node.cut();
  await expectHonest();
});

async function startSource(options: Partial<EmbeddedOptions> & Pick<Partial<SourceHandlers>, 'message'>) {
  const refused: string[] = [];
  const source = new EmbeddedSource({
    port: 0,
    authenticate: async (sn) => sn === 'GW1',
    refused: (_, reason) => void refused.push(reason),
    ...options,
  });
  await source.start({
    will: () => ({ topic: '', payload: '', qos: 0, retain: false }),
    connected: () => source.subscribe([{ filter: 'spBv1.0/+/NDATA/+', qos: 0 }]),
    disconnected: () => undefined,
    message: options.message ?? (() => undefined),
  });
  return { source, refused };
}

it('S59 connections are limited; an RTU is let in as soon as others have left', async () => {
  const { source, refused } = await startSource({
    connectionLimits: { connections: 5 },
    unauthenticatedTime: 1500,
  });
  const fill = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const socket = open(source.port);
      await new Promise((resolve) => socket.once('connect', resolve));
    }
  };
  /** True when the broker accepts the RTU, false when it closes the connection. */
  const comes = () => {
    const socket = open(source.port);
    socket.write(connectBytes('GW1', 'x'));
    return new Promise<boolean>((resolve) => {
      socket.once('data', (bytes) => resolve(bytes[0] === 0x20 && bytes[3] === 0));
      socket.once('close', () => resolve(false));
    });
  };
  await fill(5);
  expect(await comes()).toBe(false);
  expect(refused).toEqual(['too many connections']);
  sockets[0]?.destroy();
  await until(comes);
  expect(source.connections).toBe(1);
  sockets.at(-1)?.destroy();
  await until(() => source.connections === 0);
  await fill(1);
  expect(await comes()).toBe(false);
  // Those that never say who they are go by themselves.
  await until(comes);
  const late = refused.filter((reason) => reason === 'not authenticated in time');
  expect(late.length).toBeGreaterThan(0);
  expect(source.connections).toBe(1);
  await source.close();
});

it('S59 thousands of messages behind a storage that stalls: commands still leave, and the end of it is no crash', async () => {
  let release = () => {};
  const stalled = new Promise<void>((resolve) => {
    release = resolve;
  });
  let heard = 0;
  const { source } = await startSource({
    message: () => {
      heard++;
      return stalled;
    },
  });
  const publish = (type: string) =>
    source.publish({ topic: `spBv1.0/P01/${type}/GW1`, payload: '', qos: 0, retain: false });
  const waiting = Array.from({ length: 150 }, () => publish('NDATA'));
  await until(() => heard === 150);
  await Promise.all(Array.from({ length: 20_000 }, () => publish('NCMD')));
  release();
  await Promise.all(waiting);
  await source.close();
});
