/** Behind a balancer the broker counts and names the client that the balancer names, and believes nobody else. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { generate } from 'mqtt-packet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseProxyHeader } from '../../../src/server/gateway/connections/proxy-header.ts';
import type { Gateway } from '../../../src/server/gateway/gateway.ts';
import { openSite, type Site, until } from './gateway-fixture.ts';

let site: Site;
let folder: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proxy-protocol-'));
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', '-x509', ...subject, ...files], { stdio: 'ignore' });
  site = await openSite({ GW1: [4] });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const text = (address: string, family = 'TCP4') =>
  Buffer.from(`PROXY ${family} ${address} 10.0.0.1 5000 1883\r\n`);
/** Version 2: command, family and addresses. */
function binary(command: number, family: number, addresses: Buffer): Buffer {
  const head = Buffer.from([
    ...[0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a, 0x20 | command, family],
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(addresses.length);
  return Buffer.concat([head, length, addresses]);
}
const ipv4 = (...source: number[]) => Buffer.from([...source, 10, 0, 0, 1, 0x13, 0x88, 0x07, 0x5b]);
const ipv6 = Buffer.concat([
  Buffer.from('20010db8000000000000000000000007', 'hex'),
  Buffer.alloc(16),
  Buffer.from([0x13, 0x88, 0x07, 0x5b]),
]);

describe('the header of a balancer', () => {
  it.each([
    ['text, IPv4', text('203.0.113.7'), '203.0.113.7'],
    ['text, IPv6', text('2001:db8::7', 'TCP6'), '2001:db8::7'],
    ['text, unknown', Buffer.from('PROXY UNKNOWN ffff\r\n'), null],
    ['binary, IPv4', binary(1, 0x11, ipv4(203, 0, 113, 7)), '203.0.113.7'],
    [
      'binary with more',
      binary(1, 0x11, Buffer.concat([ipv4(203, 0, 113, 7), Buffer.alloc(30)])),
      '203.0.113.7',
    ],
    ['binary, IPv6', binary(1, 0x21, ipv6), '2001:db8:0:0:0:0:0:7'],
    ['binary, of the balancer itself', binary(0, 0, Buffer.alloc(0)), null],
  ])('%s is read however it is cut, and nothing behind it', (_, header, address) => {
    for (let length = 0; length < header.length; length += 1)
      expect(parseProxyHeader(header.subarray(0, length)).is, `${length} bytes`).toBe('part');
    const behind = Buffer.concat([header, Buffer.from('PROXY TCP4')]);
    for (const bytes of [header, behind])
      expect(parseProxyHeader(bytes)).toEqual({ is: 'header', address, length: header.length });
  });

  it.each([
    ['a packet of MQTT', Buffer.from([0x10, 0x00])],
    ['no address', Buffer.from('PROXY TCP4 nobody 10.0.0.1 1 2\r\n')],
    ['the wrong family', text('2001:db8::7', 'TCP4')],
    ['too few words', Buffer.from('PROXY TCP4 203.0.113.7\r\n')],
    ['no end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
    ['another version', Buffer.concat([binary(1, 0x11, ipv4(1, 2, 3, 4)).fill(0x31, 12, 13)])],
    ['too short for its family', binary(1, 0x11, Buffer.alloc(4))],
    ['endless', binary(1, 0x11, Buffer.alloc(4000))],
  ])('%s is none', (_, bytes) => {
    expect(parseProxyHeader(bytes).is).toBe('none');
  });
});

const pem = (name: string) => readFileSync(join(folder, `${name}.pem`), 'utf8');
const behindBalancer = (isBalancer: (address: string) => boolean, connectionLimits = {}): Promise<Gateway> =>
  site.gateway({
    broker: {
      port: 0,
      tls: { port: 0, cert: pem('cert'), key: pem('key') },
      ...{ isBalancer, connectionLimits },
    },
  });
const connectPacket = (sn: string, password: string) =>
  generate({
    ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: sn, keepalive: 30 },
    ...{ username: sn, password: Buffer.from(password) },
  });

/** Opens a connection, sends these bytes and collects what comes back. */
function send(port: number, bytes: Buffer, pieces = 1) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const got: Buffer[] = [];
  socket.on('data', (data: Buffer) => got.push(data));
  socket.on('error', () => {});
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += size)
    setTimeout(() => socket.write(bytes.subarray(at, at + size)), (at / size) * 15);
  return { socket, answer: () => Buffer.concat(got) };
}
const accepted = Buffer.from([0x20, 0x02, 0x00, 0x00]);

it.each([
  ['at once', text('203.0.113.7'), 1],
  ['in pieces', text('203.0.113.7'), 9],
  ['binary, in pieces', binary(1, 0x11, ipv4(203, 0, 113, 7)), 5],
])('a device behind a balancer is let in, its first packet with the header %s', async (_, header, pieces) => {
  const gateway = await behindBalancer(() => true);
  const password = await gateway.issueCredential('GW1');
  const { answer } = send(gateway.port ?? 0, Buffer.concat([header, connectPacket('GW1', password)]), pieces);
  await until(() => answer().equals(accepted));
  await gateway.stop();
});

it('over TLS the header comes before the handshake', async () => {
  const gateway = await behindBalancer(() => true);
  const password = await gateway.issueCredential('GW1');
  const raw = connect(gateway.tlsPort ?? 0, '127.0.0.1');
  sockets.push(raw);
  await new Promise((resolve) => raw.once('connect', resolve));
  raw.write(binary(1, 0x11, ipv4(203, 0, 113, 9)));
  const socket = connectTls({ socket: raw, rejectUnauthorized: false });
  const got: Buffer[] = [];
  socket.on('data', (data: Buffer) => got.push(data));
  socket.write(connectPacket('GW1', password));
  await until(() => Buffer.concat(got).equals(accepted));
  // Who is refused is named, too.
  const stranger = connect(gateway.tlsPort ?? 0, '127.0.0.1');
  sockets.push(stranger);
  stranger.write(Buffer.concat([binary(1, 0x11, ipv4(203, 0, 113, 10)), Buffer.from('no TLS at all')]));
  const named = () => site.logged.some(({ detail }) => JSON.stringify(detail).includes('203.0.113.10'));
  await until(named);
  await gateway.stop();
});

it('an unknown RTU waits to be let in under its own address, and its connections count for that address', async () => {
  const gateway = await behindBalancer(() => true, { unauthenticatedPerAddress: 2 });
  const knock = (sn: string, address: string) =>
    send(gateway.port ?? 0, Buffer.concat([text(address), connectPacket(sn, 'x')]));
  knock('GW7', '203.0.113.7');
  await until(() => gateway.waiting.list.some(({ sn }) => sn === 'GW7'));
  expect(gateway.waiting.list.find(({ sn }) => sn === 'GW7')?.address).toBe('203.0.113.7');
  // Two of one address may stand open without a credential; the third may not, and one of another address may.
  const open = ['203.0.113.8', '203.0.113.8', '203.0.113.8', '203.0.113.9'].map((address) =>
    send(gateway.port ?? 0, text(address)),
  );
  await until(() => open[2]?.socket.closed === true);
  expect(open.map(({ socket }) => socket.closed)).toEqual([false, false, true, false]);
  await gateway.stop();
});

it('who is no balancer names nobody, and a balancer that names nobody is let in to nothing', async () => {
  const gateway = await behindBalancer((address) => address !== '127.0.0.1');
  const password = await gateway.issueCredential('GW1');
  const direct = send(gateway.port ?? 0, connectPacket('GW1', password));
  await until(() => direct.answer().equals(accepted));
  const liar = send(gateway.port ?? 0, Buffer.concat([text('203.0.113.7'), connectPacket('GW1', password)]));
  await until(() => liar.socket.closed);
  expect(liar.answer()).toHaveLength(0);
  await gateway.stop();

  const strict = await behindBalancer(() => true);
  const silent = send(strict.port ?? 0, connectPacket('GW1', await strict.issueCredential('GW1')));
  await until(() => silent.socket.closed);
  expect(silent.answer()).toHaveLength(0);
  expect(site.logged.some(({ detail }) => JSON.stringify(detail).includes('no header of a balancer'))).toBe(
    true,
  );
  // It looks whether somebody is there: that is answered by the open port, and noted nowhere.
  const before = site.logged.length;
  const probe = send(strict.port ?? 0, binary(0, 0, Buffer.alloc(0)));
  await until(() => probe.socket.closed);
  expect(site.logged.length).toBe(before);
  await strict.stop();
});
