/** Plain MQTT on topics of a source: stored before it is acknowledged, kept to its own topics, cut off with its credential. */
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { editorOf, makeSource, type TestSource, tiltMapping, tiltRows } from '../../support/sources.ts';

let server: TestServer;
let token: string;
const open: MqttClient[] = [];

beforeAll(async () => {
  server = await startTestServer();
  token = await editorOf(server, 1);
});
afterEach(() => {
  for (const client of open.splice(0)) client.end(true);
});
afterAll(() => server.stop());

async function connect(source: TestSource, clientId = source.key): Promise<MqttClient> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.running.mqttPort}`, {
    clientId,
    username: source.key,
    password: source.token,
    reconnectPeriod: 0,
  });
  open.push(client);
  return client;
}
let next = Date.UTC(2026, 7, 1);
const moment = () => {
  next += 3_600_000;
  return next;
};
const at = async (t: number) => (await tiltRows(server, t)).find((row) => row.t === t);

it('stores a message before it acknowledges it', async () => {
  const source = await makeSource(server, token, tiltMapping, { way: 'mqtt' });
  const client = await connect(source);
  const t = moment();
  await client.publishAsync(`in/${source.key}/p1`, JSON.stringify({ ts: t, values: { x: 2.5 } }), { qos: 1 });
  expect(await at(t)).toMatchObject({ x: 2.5 });
});

it('assigns by topic, also of a text without a name of its device', async () => {
  const source = await makeSource(
    server,
    token,
    {
      format: 'delimited',
      header: 0,
      timeZone: 'UTC',
      time: { column: 0 },
      sensors: [
        {
          station: 'A-1',
          slot: 0,
          row: 'tilt',
          only: { column: '@topic.2', value: 'p1' },
          channels: { x: { column: 1 } },
        },
      ],
    },
    { way: 'mqtt' },
  );
  const client = await connect(source, `${source.key}-7`);
  const [t, other] = [moment(), moment()];
  await client.publishAsync(`in/${source.key}/p1`, `${new Date(t).toISOString()},1.5`, { qos: 1 });
  await client.publishAsync(`in/${source.key}/p2`, `${new Date(other).toISOString()},9`, { qos: 1 });
  expect([await at(t), await at(other)]).toEqual([{ t, x: 1.5, y: null }, undefined]);
  const list = await server.call('/rest/sources', { token });
  const { refusals } = list.envelope?.data as unknown as { refusals: { sourceId: number; text: string }[] };
  expect(refusals.filter(({ sourceId }) => sourceId === source.id)).toMatchObject([
    { text: 'no sensor is assigned to p2' },
  ]);
});

it('acknowledges what can never be read: nobody sends it for ever', async () => {
  const source = await makeSource(server, token, tiltMapping, { way: 'mqtt' });
  const client = await connect(source);
  await client.publishAsync(`in/${source.key}/p1`, '{"torn', { qos: 1 });
  await client.publishAsync(`in/${source.key}/p1`, new Uint8Array([0xff, 0xfe]) as never, { qos: 1 });
  const t = moment();
  await client.publishAsync(`in/${source.key}/p1`, JSON.stringify({ ts: t, values: { x: 1 } }), { qos: 1 });
  expect((await at(t))?.x).toBe(1);
});

it.each([
  ['a wrong password', (source: TestSource) => ({ ...source, token: 'x'.repeat(32) }), undefined],
  ['another client id', (source: TestSource) => source, 'logger'],
  ['a source of another way', (source: TestSource) => ({ ...source, key: 'src-000000000000' }), undefined],
] as const)('refuses %s', async (_name, as, clientId) => {
  const source = as(await makeSource(server, token, tiltMapping, { way: 'mqtt' }));
  await expect(connect(source, clientId ?? source.key)).rejects.toThrow(/[Nn]ot authorized/);
});

it.each([
  (source: TestSource, other: TestSource) => `in/${other.key}/p1 of ${source.key}`,
  (source: TestSource) => `in/${source.key}`,
  () => 'spBv1.0/A/NDATA/A',
] as const)('cuts off who publishes elsewhere (%#)', async (topicOf) => {
  const source = await makeSource(server, token, tiltMapping, { way: 'mqtt' });
  const other = await makeSource(server, token, tiltMapping, { way: 'mqtt' });
  const client = await connect(source);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const [topic = ''] = topicOf(source, other).split(' ');
  const t = moment();
  client.publish(topic, JSON.stringify({ ts: t, values: { x: 1 } }), { qos: 1 });
  await closed;
  expect(await at(t)).toBeUndefined();
});

it('ends connections when the token is revoked, and lets none in again', async () => {
  const source = await makeSource(server, token, tiltMapping, { way: 'mqtt' });
  const [one, two] = [await connect(source), await connect(source, `${source.key}-2`)];
  const closed = [one, two].map(
    (client) => new Promise<void>((resolve) => client.once('close', () => resolve())),
  );
  await server.call(`/rest/sources/${source.id}/token`, { token, method: 'DELETE' });
  await Promise.all(closed);
  await expect(connect(source)).rejects.toThrow(/[Nn]ot authorized/);
});
