/** The embedded broker as an attacker and as honest devices meet it (tests/server/security/README.md#devices, S53–S60). */
import { connect, type Socket } from 'node:net';
import type mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePayload } from '../../../src/protocol/encode.ts';
import { checkCredential, createCredential } from '../../../src/server/gateway/connections/credential.ts';
import type { Gateway } from '../../../src/server/gateway/gateway.ts';
import { bdSeq, connectNode, double, group, openSite, type Site, until } from './gateway-fixture.ts';

let site: Site;
let gateway: Gateway;
let port: number;
const secrets: Record<string, string> = {};

beforeAll(async () => {
  site = await openSite({ GW1: [4], GW2: [4], GW3: [], GW4: [] });
  gateway = await site.gateway();
  port = gateway.port ?? 0;
  for (const sn of ['GW1', 'GW2', 'GW3']) secrets[sn] = await gateway.issueCredential(sn);
});
afterAll(() => site.close());

const secret = (sn: string) => secrets[sn] ?? '';
const will = (topic: string, retain = false) => ({
  topic,
  payload: Buffer.from(encodePayload({ metrics: [] })),
  qos: 0 as const,
  retain,
});
const ownWill = (sn: string) => `spBv1.0/${group}/NDEATH/${sn}`;

/** Resolves when the server has closed the socket; rejects after 30 s. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve, reject) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    setTimeout(() => reject(new Error('still open')), 30_000).unref();
  });

describe('credentials', () => {
  it('S53 are random, checked against a salted hash, and never the hash of another', () => {
    const first = createCredential();
    const second = createCredential();
    expect(first.password).not.toBe(second.password);
    expect(first.password).toHaveLength(32);
    expect(first.hash).not.toContain(first.password);
    expect(checkCredential(first.password, first.hash)).toBe(true);
    expect(checkCredential(Buffer.from(first.password), first.hash)).toBe(true);
    expect(checkCredential(second.password, first.hash)).toBe(false);
    expect(checkCredential('', '')).toBe(false);
  });

  it.each<[string, () => Partial<mqtt.IClientOptions>]>([
    ['no credential', () => ({ username: '', password: '' })],
    ['a wrong password', () => ({ password: 'x' })],
    ['another RTU’s password', () => ({ password: secret('GW2') })],
    ['another RTU’s client id', () => ({ clientId: 'GW2' })],
    ['an unknown name', () => ({ username: 'GW9', clientId: 'GW9' })],
    ['an RTU without a credential', () => ({ username: 'GW4', clientId: 'GW4' })],
    ['a Will of another RTU', () => ({ will: will(ownWill('GW2')) })],
    ['a Will that forges data', () => ({ will: will(`spBv1.0/${group}/NDATA/GW1`) })],
    ['a Will on STATE', () => ({ will: will('spBv1.0/STATE/groundwatch') })],
    ['a retained Will', () => ({ will: will(ownWill('GW1'), true) })],
    ['MQTT 5', () => ({ protocolVersion: 5 })],
  ])('S53 S56 S57 %s is refused', async (_, change) => {
    await expect(connectNode(port, 'GW1', secret('GW1'), change())).rejects.toThrow();
  });

  it('S53 a withdrawn credential does not let in again', async () => {
    const old = await gateway.issueCredential('GW3');
    await gateway.issueCredential('GW3');
    await expect(connectNode(port, 'GW3', old)).rejects.toThrow();
  });
});

describe('access', () => {
  it.each([
    `spBv1.0/${group}/NDATA/GW2`,
    `spBv1.0/${group}/NCMD/GW1`,
    `spBv1.0/${group}/DCMD/GW1/0`,
    'spBv1.0/STATE/groundwatch',
    '$SYS/x',
    'anything',
    'spBv1.0/STATE/NDATA/GW1',
  ])('S54 an RTU may not publish to %s: its connection ends', async (topic) => {
    const node = await connectNode(port, 'GW1', secret('GW1'));
    const ended = new Promise<void>((resolve) => node.client.once('close', () => resolve()));
    node.client.publish(topic, 'x');
    await ended;
    expect(
      gateway.link((await site.ids('GW1')).rtu)?.problems.some(({ detail }) => detail.includes(topic)),
    ).toBe(true);
    node.cut();
  });

  it('S55 an RTU hears its own commands and STATE, and nothing else', async () => {
    const node = await connectNode(port, 'GW1', secret('GW1'));
    const granted = async (filter: string) =>
      (await node.client.subscribeAsync(filter).catch(() => [{ qos: 128 }]))[0]?.qos;
    for (const filter of [
      `spBv1.0/${group}/NCMD/GW1`,
      `spBv1.0/${group}/NCMD/GW1/#`,
      `spBv1.0/${group}/DCMD/GW1/#`,
      `spBv1.0/${group}/DCMD/GW1/0`,
      'spBv1.0/STATE/groundwatch',
    ]) {
      expect([filter, await granted(filter)]).toEqual([filter, 0]);
    }
    for (const filter of [
      '#',
      'spBv1.0/#',
      `spBv1.0/${group}/#`,
      `spBv1.0/${group}/NCMD/#`,
      `spBv1.0/${group}/NCMD/+`,
      'spBv1.0/+/NCMD/GW1',
      `spBv1.0/${group}/NCMD/GW2`,
      `spBv1.0/${group}/DCMD/GW2/#`,
      `spBv1.0/${group}/NDATA/GW1`,
      '$SYS/#',
      'spBv1.0/STATE/#',
      'spBv1.0/STATE/+',
    ]) {
      expect([filter, await granted(filter)]).toEqual([filter, 128]);
    }
    node.cut();
  });

  it('S54 STATE online waits for those who subscribe later; data is never retained', async () => {
    const node = await connectNode(port, 'GW1', secret('GW1'));
    const state = new Promise<string>((resolve) =>
      node.client.once('message', (_, bytes) => resolve(bytes.toString())),
    );
    await node.client.subscribeAsync('spBv1.0/STATE/groundwatch');
    expect(JSON.parse(await state)).toMatchObject({ online: true });
    const bytes = Buffer.from(encodePayload({ seq: 0, metrics: [] }));
    await node.client.publishAsync(node.topic('NDATA'), bytes, { retain: true });
    expect(node.client.connected).toBe(true);
    node.cut();
  });

  it('S59 too many subscriptions are refused', async () => {
    const node = await connectNode(port, 'GW2', secret('GW2'));
    const results: number[] = [];
    for (let index = 0; index < 20; index++) {
      const granted = await node.client
        .subscribeAsync(`spBv1.0/${group}/DCMD/GW2/${index}`)
        .catch(() => [{ qos: 128 }]);
      results.push(granted[0]?.qos ?? -1);
    }
    expect(results.filter((qos) => qos === 0)).toHaveLength(16);
    node.cut();
  });
});

describe('the byte guard', () => {
  it('S58 drops a connection that does not begin with CONNECT', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(Uint8Array.of(0x30, 2, 0, 0));
    await closed(socket);
  });

  it('S58 drops a CONNECT that announces too much, before it has come', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(Uint8Array.of(0x10, 0xff, 0xff, 0xff, 0x7f));
    await closed(socket);
  });

  it('S58 drops an authenticated connection that announces more than 256 KB, and takes 200 KB', async () => {
    const node = await connectNode(port, 'GW1', secret('GW1'));
    const ended = new Promise<void>((resolve) => node.client.once('close', () => resolve()));
    await node.client.publishAsync(node.topic('NDATA'), Buffer.alloc(200_000));
    expect(node.client.connected).toBe(true);
    node.client.stream.write(Uint8Array.of(0x30, 0x81, 0x80, 0x10));
    await ended;
    const { rtu } = await site.ids('GW1');
    await until(() =>
      gateway
        .link(rtu)
        ?.problems.some(({ reason, detail }) => reason === 'refused' && detail.includes('262145')),
    );
  });

  it('S60 a silent connection ends after its time without a credential', async () => {
    const other = await openSite({});
    const { EmbeddedSource } = await import('../../../src/server/gateway/embedded.ts');
    const refused: string[] = [];
    const source = new EmbeddedSource({
      port: 0,
      unauthenticatedTime: 200,
      authenticate: async () => true,
      refused: (_, reason) => void refused.push(reason),
    });
    await source.start({
      will: () => ({ topic: '', payload: '', qos: 0, retain: false }),
      connected: async () => undefined,
      disconnected: () => undefined,
      message: () => undefined,
    });
    const socket = connect(source.port, '127.0.0.1');
    await closed(socket);
    expect(refused[0]).toMatch(/in time/);
    await source.close();
    await other.close();
  });

  it('S59 a flood is slowed down, not lost', async () => {
    const flooded = await openSite({ GWF: [4] });
    const slow = await flooded.gateway({
      broker: { port: 0, guard: { packetsPerSecond: 200, burstSeconds: 0.1 } },
    });
    const node = await connectNode(slow.port ?? 0, 'GWF', await slow.issueCredential('GWF'));
    let received = 0;
    slow.events.on('data', () => received++);
    await node.send('NBIRTH', {
      timestamp: Date.now(),
      metrics: [bdSeq(1n), double('batteryVoltage', null)],
    });
    for (let index = 0; index < 120; index++)
      await node.send('NDATA', { timestamp: Date.now(), metrics: [double('batteryVoltage', 12)] });
    const early = received;
    await until(() => received === 120);
    expect(early).toBeLessThan(120);
    node.cut();
    await flooded.close();
  });
});
