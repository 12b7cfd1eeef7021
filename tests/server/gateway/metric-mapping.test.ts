/** R7: the mapping of an RTU's own metrics by the console's calls, and the list for who builds an RTU. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kinds } from '../../../src/catalogue/index.ts';
import { metricLines, metricTable } from '../../../src/main/metric-list.ts';
import { DataType } from '../../../src/protocol/datatype.ts';
import { kindMap, rtuMap } from '../../../src/server/gateway/metric-rows.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { words } from '../../../src/server/words.ts';
import { type OwnServer, startOwn } from '../../support/own-server.ts';
import { signIn, writeSmallSite } from '../../support/small-site.ts';
import { bdSeq, connectNode, next } from './gateway-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'mapping-'));
let server: OwnServer;
let token: string;
let password: string;

beforeAll(async () => {
  const storage = await openStorage({ dataDir: folder });
  password = (await writeSmallSite(storage, 2)).get('GW1') ?? '';
  await storage.close();
  server = await startOwn(folder);
  token = await signIn(server.running.address);
});
afterAll(async () => {
  await server.running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const right = { device: 'A', metric: 'Tilt', slot: 0, channel: 'x', unit: 'mrad', scale: 0.5 };

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(`${server.running.address}${path}`, {
    method,
    headers: { authorization: token, lang: 'en', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { status: number; messageId?: string; field?: string; data?: unknown };
}
const map = (change: object, rtu = 1) =>
  ask('PUT', `/rest/sites/rtus/${rtu}/metrics`, { ...right, ...change });

it.each<[string, object, string]>([
  ['a scale of 0', { scale: 0 }, 'sites.metric.scale'],
  ['a slot without a sensor', { slot: 5 }, 'sites.metric.slot'],
  ['a channel that the kind has not', { channel: 'amount' }, 'sites.metric.channel'],
  ['a unit of another quantity', { unit: 'psi' }, 'sites.metric.unit'],
  ['a unit nobody knows', { unit: 'furlong'.slice(0, 8) }, 'sites.metric.unit'],
  ['a sensor’s channel for the RTU', { slot: null, channel: 'x' }, 'sites.metric.channel'],
  ['a node of a sensor that has none', { element: 1 }, 'sites.metric.element'],
])('R7 %s is refused, and nothing is kept', async (_, change, messageId) => {
  expect(await map(change)).toMatchObject({ status: 422, messageId });
  expect(await ask('GET', '/rest/sites/rtus/1/metrics')).toMatchObject({ data: { aliases: [] } });
});

it('R7 what a birth shows is mapped, read at once, audited, and can be taken back', async () => {
  const { gateway, storage } = server.running;
  const node = await connectNode(gateway.port ?? 0, 'GW1', password);
  const tilt = (value: number) => ({ name: 'Tilt', datatype: DataType.Float, value });
  const t = Date.now();
  await node.send('NBIRTH', { timestamp: t, metrics: [bdSeq(1n)] });
  const born = next(gateway, 'birth', ({ device }) => device === 'A');
  await node.send('DBIRTH', { timestamp: t, metrics: [tilt(20)] }, 'A');
  await born;
  expect(await ask('GET', '/rest/sites/rtus/1/metrics')).toMatchObject({
    status: 200,
    data: { seen: [{ device: 'A', metric: 'Tilt', type: 'Float', value: '20' }], aliases: [] },
  });
  expect(await map({})).toMatchObject({ status: 200 });
  // The same channel of the same sensor cannot stand for two of theirs; the same metric is mapped anew.
  expect(await map({ metric: 'Other' })).toMatchObject({ status: 422, messageId: 'sites.taken' });
  expect(await map({ scale: 2 })).toMatchObject({ status: 200 });
  const stored = next(gateway, 'stored');
  await node.send('DDATA', { timestamp: t + 1, metrics: [tilt(100)] }, 'A');
  const [reading] = (await stored).batch;
  // 100 × 2 mrad = 0.2 rad = 11.4591559026°.
  expect(reading).toMatchObject({ sourceId: 1, row: 'tilt', t: t + 1 });
  expect(reading?.values['x']).toBeCloseTo(11.4591559026, 8);
  expect(
    await ask('POST', '/rest/sites/rtus/1/metrics/unmap', { device: 'A', metric: 'Tilt' }),
  ).toMatchObject({
    status: 200,
  });
  expect(
    await ask('POST', '/rest/sites/rtus/1/metrics/unmap', { device: 'A', metric: 'Tilt' }),
  ).toMatchObject({
    messageId: 'sites.metric.unmapped',
  });
  const audited = await storage.db
    .selectFrom('audit')
    .select(['action', 'subject', 'detail'])
    .where('action', 'like', 'sites.metric%')
    .orderBy('id')
    .execute();
  expect(audited).toMatchObject([
    { action: 'sites.metric.map', subject: 'rtu:1', detail: 'GW1 A/Tilt → 0/x × 0.5 mrad' },
    { action: 'sites.metric.map', detail: 'GW1 A/Tilt → 0/x × 2 mrad' },
    { action: 'sites.metric.unmap', detail: 'GW1 A/Tilt' },
  ]);
  node.cut();
});

it('D3 the console learns the broker’s ports', async () => {
  const { data } = await ask('GET', '/rest/sites');
  expect(data).toMatchObject({ broker: { port: server.running.mqttPort, tlsPort: null } });
});

it.each([
  'zh-chs',
  'en',
  'ja',
] as const)('R7 the list for RTU makers names every metric that the gateway reads (%s)', (language) => {
  const lines = metricLines(words(language));
  const names = new Set(lines.filter(({ device }) => device === '-').map(({ name }) => name));
  expect([...rtuMap.channels.keys()].filter((name) => !names.has(name))).toEqual([]);
  for (const { code } of kinds) {
    const map = kindMap(code);
    if (map === null) continue;
    const all = new Set(lines.map(({ name }) => name));
    const read = [...map.channels.keys(), map.elements?.name, map.waveform].filter((name) => name != null);
    expect(read.filter((name) => !all.has(name ?? ''))).toEqual([]);
  }
  expect(lines.every(({ name, type, meaning }) => name !== '' && type !== '' && meaning !== '')).toBe(true);
  expect(metricTable(words(language)).split('\n')).toHaveLength(lines.length + 2);
});
