/**
 * Several whole processes at a broker of the owner's: one is the host application, the others stand by, warm. Whoever of
 * them is killed, paused or moved away from, what nodes publish in the meantime is stored, though no node sends it again.
 */
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSite } from '../../../src/main/demo/demo-site.ts';
import { DataType } from '../../../src/protocol/datatype.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import { formatTopic } from '../../../src/protocol/topics.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { type Mosquitto, startMosquitto } from '../../support/mosquitto.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type Cluster, type ClusterProcess, planCluster } from '../../support/processes/cluster.ts';
import { bdSeq, connectNode, double, type Node, until } from '../gateway/gateway-fixture.ts';

const users = { host: 'host-secret', watch: 'watch-secret', nodes: 'nodes-secret' };
const person = { accountName: 'maintainer', password: 'slope-watch-1' };
let postgres: TestPostgres;
let mosquitto: Mosquitto;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  mosquitto = await startMosquitto(users);
}, 120_000);
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await mosquitto?.stop();
  await postgres?.stop();
});

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

interface Said {
  readonly online: boolean;
  readonly timestamp: number;
}
/** Everything said on a host's STATE topic from now on. */
async function watchState(hostId: string): Promise<{ seen: Said[]; client: MqttClient }> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, {
    ...{ username: 'watch', password: users.watch },
  });
  ends.push(() => client.endAsync());
  const seen: Said[] = [];
  client.on('message', (_, bytes) => {
    if (bytes.length > 0) seen.push(JSON.parse(bytes.toString()) as Said);
  });
  await client.subscribeAsync(`spBv1.0/STATE/${hostId}`, { qos: 1 });
  return { seen, client };
}

/** A node that publishes a reading every 40 ms, by alias alone, and sends nothing twice. */
class Talker {
  readonly sent: number[] = [];
  #timer: NodeJS.Timeout | null = null;
  #busy: Promise<unknown> = Promise.resolve();
  #session = 1n;
  constructor(
    readonly node: Node,
    readonly rtuId: number,
  ) {}

  async birth(): Promise<void> {
    const battery = double('batteryVoltage', null, { alias: 7n });
    await this.node.send('NBIRTH', { timestamp: Date.now(), metrics: [bdSeq(this.#session), battery] });
  }
  talk(): void {
    this.#timer = setInterval(() => {
      this.#busy = this.#busy.then(() => this.#say());
    }, 40);
  }
  /** Answers to rebirth requests, as they come. */
  async answer(): Promise<void> {
    await this.node.listen();
    this.node.client.on('message', (topic) => {
      if (topic.includes('/NCMD/')) this.#busy = this.#busy.then(() => this.birth());
    });
  }
  async #say(): Promise<void> {
    const t = Math.max(Date.now(), (this.sent.at(-1) ?? 0) + 1);
    this.sent.push(t);
    await this.node.send('NDATA', {
      timestamp: t,
      metrics: [{ ...double('batteryVoltage', (t % 4000) / 1000 + 10), name: null, alias: 7n }],
    });
  }
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#busy;
  }
  /** Ends its session in good order, with its death. */
  async die(): Promise<void> {
    await this.stop();
    await this.node.send('NDEATH', { seq: null, timestamp: Date.now(), metrics: [bdSeq(this.#session)] });
    this.#session += 1n;
    await this.node.client.endAsync();
  }
}

interface World {
  readonly storage: Storage;
  readonly cluster: Cluster;
  readonly talkers: readonly Talker[];
  token(): Promise<string>;
}

async function prepare(count: number, hostId: string, more: Readonly<Record<string, string>> = {}) {
  const databaseUrl = await postgres.database();
  const storage = await openStorage({ dataDir: '/nonexistent', databaseUrl });
  ends.push(() => storage.close());
  const plan = planFleet({ seed: 11, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 3 });
  await writeSite(storage, plan, () => 'unused');
  await createUser(storage, { ...person, companyId: null, roleId: 1, language: 'en' });
  const rows = await storage.db.selectFrom('rtus').select(['id', 'sn']).orderBy('id').execute();
  const MQTT_URL = `mqtt://host:${users.host}@127.0.0.1:${mosquitto.port}`;
  const cluster = await planCluster(databaseUrl, count, { MQTT_URL, MQTT_HOST_ID: hostId, ...more });
  ends.push(() => cluster.stop());
  return { databaseUrl, storage, cluster, rows };
}

async function world(count: number, hostId: string): Promise<World> {
  const { storage, cluster, rows } = await prepare(count, hostId);
  await Promise.all(cluster.processes.map((one) => one.start()));
  // All of them hear the births: those that stand by are subscribed once they are ready.
  for (const { address } of cluster.processes)
    await until(async () => (await fetch(`${address}/ready`).catch(() => null))?.status === 200);
  const talkers = await Promise.all(
    rows.map(async ({ id, sn }) => {
      const node = await connectNode(mosquitto.port, sn, users.nodes, { username: 'nodes' });
      ends.push(() => node.client.endAsync(true));
      const talker = new Talker(node, id);
      await talker.birth();
      return talker;
    }),
  );
  let known: string | null = null;
  return {
    ...{ storage, cluster, talkers },
    async token() {
      known ??= await until(async () => {
        for (const { address, child } of cluster.processes) {
          if (child === null) continue;
          const response = await fetch(`${address}/login`, {
            ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
            body: JSON.stringify(person),
          }).catch(() => null);
          const { data } = ((await response?.json()) ?? {}) as { data?: { loginToken: string } };
          if (data) return data.loginToken;
        }
        return undefined;
      });
      return known;
    },
  };
}

/** Which of the processes holds the lease of the host; null = none that lives. */
async function leader({ storage, cluster }: World, hostId: string): Promise<ClusterProcess | null> {
  const row = await storage.db
    .selectFrom('leases')
    .innerJoin('processes', 'processes.id', 'leases.holder')
    .select('processes.name')
    .where('leases.name', '=', `broker:${hostId}`)
    .executeTakeFirst();
  return cluster.processes.find(({ child }) => row?.name.endsWith(` ${child?.pid}`)) ?? null;
}

/** Timestamps that a node sent until now and that the server does not have, some seconds later at the latest. */
async function lost(here: World, { rtuId, sent }: Talker): Promise<number[]> {
  const wanted = [...sent];
  for (const end = performance.now() + 20_000; ; await pause(250)) {
    const missing = await missingOf(here, rtuId, wanted);
    if (missing.length === 0 || performance.now() > end) return missing.slice(0, 10);
  }
}

async function missingOf({ storage }: World, rtuId: number, wanted: readonly number[]): Promise<number[]> {
  const { rows } = await storage.readings.rows({
    ...{ row: 'status', sourceId: rtuId, element: 0, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100_000 },
  });
  const stored = new Map(rows.map(({ t, values }) => [t, values['batteryVoltage']]));
  expect(rows.length).toBe(stored.size);
  return wanted.filter((t) => stored.get(t) !== (t % 4000) / 1000 + 10);
}

test('a host that is killed, and one that sleeps too long, cost nothing; none of two acts at once', async () => {
  const hostId = 'killed';
  const { seen } = await watchState(hostId);
  const here = await world(3, hostId);
  const [silent, answering, dying] = here.talkers;
  if (silent === undefined || answering === undefined || dying === undefined) throw new Error('three nodes');
  await answering.answer();
  await until(() => seen.some(({ online }) => online));
  for (const talker of here.talkers) talker.talk();
  await until(() => silent.sent.length > 20);
  expect(await lost(here, silent)).toEqual([]);

  const first = await until(async () => (await leader(here, hostId)) ?? undefined);
  const at = seen.length;
  await first.end('SIGKILL');
  await pause(3000);
  // It goes while nobody leads: what it said last, and that it went, is known all the same.
  await dying.die();
  const second = await until(async () => (await leader(here, hostId)) ?? undefined);
  expect(second).not.toBe(first);
  await until(() => seen.slice(at).some(({ online }) => online));
  const [will, birth] = [seen[at], seen.slice(at).find(({ online }) => online)];
  expect(will?.online).toBe(false);
  expect(birth?.timestamp).toBeGreaterThan(will?.timestamp ?? 0);
  for (const talker of [silent, answering, dying]) expect(await lost(here, talker)).toEqual([]);

  // The one that starts now has heard no birth of them: nodes say again what they are.
  await silent.answer();
  await first.start();
  second.pause();
  const third = await until(async () => {
    const found = await leader(here, hostId);
    return found === null || found === second ? undefined : found;
  });
  await pause(2000);
  second.resume();
  await pause(3000);
  expect(await leader(here, hostId)).toBe(third);
  for (const talker of [silent, answering]) {
    await talker.stop();
    expect(await lost(here, talker)).toEqual([]);
  }
  expect(seen.at(-1)?.online).toBe(true);
}, 180_000);

test('a move says nothing to nodes, and the last one that goes says offline', async () => {
  const hostId = 'moved';
  const { seen } = await watchState(hostId);
  const here = await world(2, hostId);
  const [talker] = here.talkers;
  if (talker === undefined) throw new Error('no node');
  await until(() => seen.some(({ online }) => online));
  talker.talk();
  const first = await until(async () => (await leader(here, hostId)) ?? undefined);
  const other = here.cluster.processes.find((one) => one !== first);
  if (other === undefined) throw new Error('two processes');
  const headers = { authorization: await here.token(), 'content-type': 'application/json' };
  const call = async (path: string, body?: object) => {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(other.address + path, init);
    return (await response.json()) as { code: number; data: never; msg: string };
  };
  const { data } = await call('/rest/processes');
  const { processes, work } = data as {
    processes: { id: string; own: boolean; rtus: number | null }[];
    work: { work: string; holder: string }[];
  };
  const own = processes.find((one) => one.own);
  if (own === undefined) throw new Error('it does not say which it is');
  expect(work.find((one) => one.work === `broker:${hostId}`)?.holder).not.toBe(own.id);
  await expect
    .poll(async () => {
      const { data: now } = await call('/rest/processes');
      return (now as { processes: { rtus: number }[] }).processes.map(({ rtus }) => rtus).sort();
    })
    .toEqual([0, here.talkers.length]);
  const said = seen.length;
  const asked = { processAct: 'move', process: own.id, work: `broker:${hostId}` };
  const { data: proof } = await call('/rest/user/confirm', { password: person.password, body: asked });
  const { confirmation } = proof as { confirmation: string };
  const moved = await call(`/rest/processes/${encodeURIComponent(own.id)}/move`, {
    ...{ work: `broker:${hostId}`, confirmation },
  });
  expect(moved.msg).toBe('');
  await until(async () => (await leader(here, hostId)) === other);
  await until(() => seen.length > said);
  expect(seen.slice(said).every(({ online }) => online)).toBe(true);
  await pause(500);
  await first.end('SIGTERM');
  await pause(500);
  expect(seen.slice(said).every(({ online }) => online)).toBe(true);
  await talker.stop();
  expect(await lost(here, talker)).toEqual([]);
  await other.end('SIGTERM');
  await until(() => seen.at(-1)?.online === false);
  expect(seen.at(-1)?.timestamp).toBeGreaterThanOrEqual(seen.at(-2)?.timestamp ?? 0);
}, 120_000);

test('work is split by groups: each node has one host, an order goes by whichever that is, and no two act for one group', async () => {
  const hosts = [
    { MQTT_HOST_ID: 'east', MQTT_GROUPS: 'P01, in/#' },
    { MQTT_HOST_ID: 'west', MQTT_GROUPS: 'P02,P03' },
    { MQTT_HOST_ID: 'more', MQTT_GROUPS: 'P03,P04' },
    { MQTT_HOST_ID: 'east', MQTT_GROUPS: 'P01' },
  ];
  const { databaseUrl, storage, rows } = await prepare(0, 'unused');
  const MQTT_URL = `mqtt://host:${users.host}@127.0.0.1:${mosquitto.port}`;
  const cluster = await planCluster(databaseUrl, 4, { MQTT_URL }, {}, (nth) => hosts[nth] ?? {});
  ends.push(() => cluster.stop());
  const [east, west, overlaps, differs] = cluster.processes;
  const [first, second] = rows;
  if (!east || !west || !overlaps || !differs || !first || !second)
    throw new Error('four processes, two RTUs');
  await Promise.all([east.start(), west.start()]);
  const wire = await mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, {
    ...{ username: 'nodes', password: users.nodes },
  });
  ends.push(() => wire.endAsync());
  const states = await Promise.all(['east', 'west'].map((id) => watchState(id)));
  await until(() => states.every(({ seen }) => seen.at(-1)?.online === true));
  const commands: string[] = [];
  wire.on('message', (topic) => void commands.push(topic));
  await wire.subscribeAsync('spBv1.0/+/NCMD/+');
  const say = async (group: string, sn: string, type: 'NBIRTH' | 'NDATA', seq: number, value: number) => {
    const timestamp = Date.now();
    const command = { name: 'cmd/reportNow', datatype: DataType.Boolean, value: false };
    const metrics = [...(type === 'NBIRTH' ? [bdSeq(1n), command] : []), double('batteryVoltage', value)];
    const payload = encodePayload({ timestamp, seq, metrics }, { datatypes: type === 'NBIRTH' });
    const topic = formatTopic({ group, type, node: sn, device: null });
    await wire.publishAsync(topic, Buffer.from(payload));
    return timestamp;
  };
  const stored = async (rtuId: number, t: number) => {
    const page = await storage.readings.rows({
      ...{ row: 'status', sourceId: rtuId, element: 0, from: t, to: t + 1, limit: 2 },
    });
    return page.rows.map(({ values }) => values['batteryVoltage']);
  };
  for (const [group, { id, sn }, value] of [
    ['P01', first, 11.5],
    ['P02', second, 12.5],
  ] as const) {
    await say(group, sn, 'NBIRTH', 0, 0);
    const t = await say(group, sn, 'NDATA', 1, value);
    await expect.poll(() => stored(id, t), { timeout: 10_000 }).toEqual([value]);
  }
  const holders = await storage.db
    .selectFrom('leases')
    .innerJoin('processes', 'processes.id', 'leases.holder')
    .select(['leases.name', 'processes.name as process'])
    .where('leases.name', 'in', [`rtu:${first.id}`, `rtu:${second.id}`])
    .orderBy('leases.name')
    .execute();
  expect(holders.map(({ process }) => process.split(' ').at(-1))).toEqual(
    [east, west].map(({ child }) => String(child?.pid)),
  );
  // Ordered at the one, sent by the other.
  const login = await fetch(`${east.address}/login`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(person) },
  });
  const { data } = (await login.json()) as { data: { loginToken: string } };
  commands.length = 0;
  const made = await fetch(`${east.address}/rest/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: data.loginToken },
    body: JSON.stringify({
      key: 'key-of-the-split-host-1',
      target: { rtuId: second.id, slot: null },
      content: { type: 'action', action: 'reportNow', args: {} },
      ...{ reason: 'of the test', surface: 'button' },
    }),
  });
  expect(made.status).toBe(200);
  await until(() => commands.length > 0);
  expect(new Set(commands)).toEqual(new Set([`spBv1.0/P02/NCMD/${second.sn}`]));

  await expect(overlaps.start()).rejects.toThrow(/it is a host for P03, too/);
  await expect(differs.start()).rejects.toThrow(/it is the host east, too, for P01,in\/# in place of P01/);
  expect(states.map(({ seen }) => seen.at(-1)?.online)).toEqual([true, true]);
}, 120_000);
