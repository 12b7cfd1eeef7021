/** The gateway as a client of an external broker: mosquitto, started here with its own configuration. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { bdSeq, connectNode, double, Node, next, openSite, type Site, until } from './gateway-fixture.ts';

let dir: string;
let port: number;
let broker: ChildProcess;
let site: Site;

async function startBroker(): Promise<void> {
  broker = spawn('/usr/sbin/mosquitto', ['-c', join(dir, 'mosquitto.conf')], { stdio: 'ignore' });
  await until(async () => {
    const client = await mqtt
      .connectAsync(`mqtt://127.0.0.1:${port}`, { username: 'watch', password: 'w', reconnectPeriod: 0 })
      .catch(() => undefined);
    await client?.endAsync();
    return client !== undefined;
  });
}
async function stopBroker(signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => broker.once('exit', resolve));
  broker.kill(signal);
  await ended;
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  port = await freePort();
  const passwords = join(dir, 'passwords');
  writeFileSync(passwords, '');
  for (const [user, password] of [
    ['groundwatch', 'g'],
    ['watch', 'w'],
    ['GW0001', 'n'],
  ] as const) {
    execFileSync('mosquitto_passwd', ['-b', passwords, user, password], { stdio: 'ignore' });
  }
  // As root mosquitto would drop to a user that cannot read this directory.
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  writeFileSync(
    join(dir, 'mosquitto.conf'),
    `${user}listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\n`,
  );
  await startBroker();
  site = await openSite({ GW0001: [4] });
});
afterAll(async () => {
  await site.close();
  await stopBroker('SIGTERM');
  rmSync(dir, { recursive: true, force: true });
});

const url = () => `mqtt://groundwatch:g@127.0.0.1:${port}`;
const external = { keepalive: 2, reconnectPeriod: 200 };
const open = () => site.gateway({ broker: { url: url(), ...external }, stateWait: 100 });

interface Seen {
  readonly online: boolean;
  readonly timestamp: number;
  readonly retain: boolean;
}
/** Everything said on the host's STATE topic from now on. */
async function watchState(): Promise<{ seen: Seen[]; client: MqttClient }> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: 'watch',
    password: 'w',
    reconnectPeriod: 100,
  });
  const seen: Seen[] = [];
  client.on('message', (_, bytes, packet) => {
    if (bytes.length > 0) seen.push({ ...JSON.parse(bytes.toString()), retain: packet.retain });
  });
  await client.subscribeAsync('spBv1.0/STATE/groundwatch', { qos: 1 });
  return { seen, client };
}
const forgetState = async (client: MqttClient) => {
  await client.publishAsync('spBv1.0/STATE/groundwatch', '', { retain: true, qos: 1 });
};

describe('with an external broker', () => {
  it('readings arrive, commands leave, and a lost message is asked for', async () => {
    const gateway = await open();
    await until(() => gateway.phase === 'online');
    const node = await connectNode(port, 'GW0001', 'n');
    await node.listen();
    await node.send('NBIRTH', {
      timestamp: Date.now(),
      metrics: [bdSeq(1n), double('batteryVoltage', null)],
    });
    const stored = next(gateway, 'stored');
    await node.send('NDATA', { timestamp: Date.now(), metrics: [double('batteryVoltage', 12)] });
    expect((await stored).batch).toMatchObject([{ row: 'status', values: { batteryVoltage: 12 } }]);
    await node.send('NDATA', { seq: 9, timestamp: Date.now(), metrics: [double('batteryVoltage', 13)] });
    await until(() => node.commands.length === 1);
    const death = next(gateway, 'death');
    node.cut();
    await death;
    await gateway.stop();
  });

  it('STATE: the Will’s time at birth, online again at once when said to be offline, offline now on a planned stop', async () => {
    const { seen, client } = await watchState();
    await forgetState(client);
    seen.length = 0;
    const gateway = await open();
    const birth = await until(() => seen[0]);
    expect(birth).toMatchObject({ online: true });
    await client.publishAsync(
      'spBv1.0/STATE/groundwatch',
      JSON.stringify({ online: false, timestamp: birth.timestamp }),
      { retain: true, qos: 1 },
    );
    await until(() => seen.length === 3);
    expect(seen[2]).toMatchObject({ online: true, timestamp: birth.timestamp });
    const before = Date.now();
    await gateway.stop();
    const last = await until(() => seen[3]);
    expect(last.online).toBe(false);
    expect(last.timestamp).toBeGreaterThanOrEqual(before);
    await client.endAsync();
  });

  it('STATE: when the host dies its Will says so, with the time of its birth', async () => {
    const { seen, client } = await watchState();
    await forgetState(client);
    seen.length = 0;
    const script = `
      import { ExternalSource } from ${JSON.stringify(new URL('../../../src/server/gateway/external.ts', import.meta.url).href)};
      import { Host } from ${JSON.stringify(new URL('../../../src/server/gateway/host.ts', import.meta.url).href)};
      const log = { info() {}, warn() {}, error() {} };
      const source = new ExternalSource({ url: ${JSON.stringify(url())}, clientId: 'child', failed() {} });
      const host = new Host(source, { hostId: 'groundwatch', now: Date.now, log, knows: () => false, stranger() {}, event() {}, reset() {}, stateWait: 50 });
      await host.start();`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: 'inherit',
    });
    const birth = await until(() => seen[0]);
    child.kill('SIGKILL');
    const death = await until(() => seen[1]);
    expect(death).toMatchObject({ online: false, timestamp: birth.timestamp });
    await client.endAsync();
  });

  it('a second host of the same id stands by, and leads when the first has gone', async () => {
    const first = await open();
    await until(() => first.phase === 'online');
    const second = await open();
    await until(() => second.phase === 'standby');
    const node = await connectNode(port, 'GW0001', 'n');
    let heard = 0;
    second.events.on('birth', () => heard++);
    const born = next(first, 'birth');
    await node.send('NBIRTH', { timestamp: Date.now(), metrics: [bdSeq(1n)] });
    await born;
    expect(heard).toBe(0);
    await first.stop();
    await until(() => second.phase === 'online');
    node.cut();
    await second.stop();
  });

  it('comes back when the broker was away, with a Will of its new session, and trusts no link', async () => {
    const gateway = await open();
    await until(() => gateway.phase === 'online');
    const { rtu } = await site.ids('GW0001');
    const node = await connectNode(port, 'GW0001', 'n');
    await node.send('NBIRTH', { timestamp: Date.now(), metrics: [bdSeq(1n)] });
    await until(() => gateway.link(rtu)?.connected);
    await stopBroker('SIGKILL');
    await until(() => gateway.phase === 'offline');
    expect(gateway.link(rtu)).toMatchObject({ connected: null, quality: 'STALE' });
    node.cut();
    await startBroker();
    const { seen, client } = await watchState();
    await until(() => gateway.phase === 'online');
    const first = await until(() => seen[0]);
    await client.endAsync();
    const again = await connectNode(port, 'GW0001', 'n', { session: 2n });
    await again.send('NBIRTH', { timestamp: Date.now(), metrics: [bdSeq(2n)] });
    await until(() => gateway.link(rtu)?.connected);
    expect(first.online).toBe(true);
    again.cut();
    await gateway.stop();
  });

  it('an unregistered node is ignored and reported once, until it is registered', async () => {
    const gateway = await open();
    await until(() => gateway.phase === 'online');
    const node = await connectNode(port, 'GW0001', 'n', { clientId: 'x' });
    const stranger = new Node(node.client, 'STRANGER');
    for (let index = 0; index < 5; index++)
      await stranger.send('NBIRTH', { timestamp: 1, metrics: [bdSeq(1n)] });
    const reported = () => site.logged.filter(({ message }) => message.includes('unregistered'));
    await until(() => reported().length > 0);
    expect(reported()).toHaveLength(1);
    await site.storage.write(async (db) => {
      const rtu = await db
        .selectFrom('rtus')
        .selectAll()
        .where('sn', '=', 'GW0001')
        .executeTakeFirstOrThrow();
      const { id: _, ...rest } = rtu;
      await db
        .insertInto('rtus')
        .values({ ...rest, sn: 'STRANGER' })
        .execute();
    });
    await gateway.directory.learn('STRANGER');
    const born = next(gateway, 'birth');
    await stranger.send('NBIRTH', { timestamp: 1, metrics: [bdSeq(1n)] });
    expect(await born).toMatchObject({ sn: 'STRANGER' });
    node.cut();
    await gateway.stop();
  });
});
