/** Kinds that a company makes: from the call over a device's metrics to the curve, on the real server and broker. */
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindByCode } from '../../src/catalogue/index.ts';
import { ownKindCode, ownKindWords } from '../../src/catalogue/own-kinds.ts';
import { decodeHistory } from '../../src/contract/history/decode.ts';
import { limitText, type TermFacts } from '../../src/derive/alarm-text.ts';
import { chartSeries } from '../../src/derive/chart-series.ts';
import { rowColumns } from '../../src/derive/row-columns.ts';
import { DataType } from '../../src/protocol/datatype.ts';
import { encodePayload } from '../../src/protocol/encode.ts';
import { formatTopic } from '../../src/protocol/topics.ts';
import { words } from '../../src/server/words.ts';
import { until } from '../support/security/world.ts';
import { type Answer, startTestServer, type TestServer } from '../support/server.ts';
import { runsOf } from '../support/workflows/runs.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer();
  for (const account of ['maintainer', 'operatorA', 'operatorB'])
    tokens[account] = await server.login(account);
});
afterAll(() => server.stop());

const ask = (account: string, method: string, path: string, body?: unknown) =>
  server.call(path, { token: tokens[account] ?? '', method, ...(body === undefined ? {} : { body }) });
const dataOf = <T>(answer: Answer): T => {
  expect(answer.text).toContain('"status":200');
  return answer.envelope?.data as T;
};
const refusal = ({ envelope }: Answer) => [envelope?.status, envelope?.messageId, envelope?.field];

const names = (word: string) => ({ 'zh-chs': `中${word}`, en: word, ja: `日${word}` });
const channel = (column: string, word: string, more: object = {}) => ({
  ...{ column, names: names(word), unit: null, digits: 2, min: null, max: null, hidden: false },
  ...more,
});
const turbidity = {
  names: names('Seepage'),
  channels: [
    channel('c0', 'Flow', { unit: 'mm/h', digits: 3, min: 0, max: 100 }),
    channel('s0', 'Volume', { unit: 'mm', digits: 1 }),
    channel('b0', 'Direction', { unit: '°', digits: 0 }),
    channel('n0', 'Count', { digits: 0 }),
  ],
  primary: 'c0',
};
interface Listed {
  readonly kinds: readonly (typeof turbidity & { readonly id: number; readonly version: number })[];
  readonly companies: readonly { readonly id: number }[];
}
const listed = async (account: string) => dataOf<Listed>(await ask(account, 'GET', '/rest/kinds'));

let id = 0;
let sensor = 0;

describe('a kind', () => {
  test('is made by who may edit sites, with words in three languages', async () => {
    id = dataOf<{ id: number }>(
      await ask('maintainer', 'POST', '/rest/kinds', { companyId: 1, ...turbidity }),
    ).id;
    const { kinds } = await listed('operatorA');
    expect(kinds).toEqual([
      expect.objectContaining({ id, version: 1, companyId: 1, sensors: 0, ...turbidity }),
    ]);
    expect(ownKindWords(kinds as never, 'ja')[`channel.own${id}.c0`]).toBe('日Flow');
  });
  test('of a company is not seen by another one, and not used by it', async () => {
    const { kinds, companies } = await listed('operatorB');
    expect([kinds, companies.map((company) => company.id)]).toEqual([[], [2]]);
    const body = {
      slot: 5,
      kind: ownKindCode(id),
      name: null,
      installState: 1,
      mountMode: 0,
      mountAzimuth: 0,
    };
    expect(refusal(await ask('maintainer', 'POST', '/rest/sites/rtus/2/sensors', body))).toEqual([
      422,
      'sites.unknownCode',
      'kind',
    ]);
    sensor = dataOf<{ id: number }>(await ask('maintainer', 'POST', '/rest/sites/rtus/1/sensors', body)).id;
    const other = {
      projectId: 2,
      code: 'B-9',
      name: 'B9',
      nameReading: null,
      site: 'slope',
      latitude: 30,
      longitude: 105,
    };
    const station = dataOf<{ id: number }>(
      await ask('maintainer', 'POST', '/rest/sites/stations', { ...other, timeZone: 'Asia/Shanghai' }),
    ).id;
    expect(
      refusal(await ask('maintainer', 'PUT', '/rest/sites/rtus/1/station', { stationId: station })),
    ).toEqual([422, 'kinds.otherCompany', 'stationId']);
  });
  test.each([
    [
      'a column twice',
      { channels: [channel('c0', 'A'), channel('c0', 'B')] },
      ['sites.taken', 'channels.1.column'],
    ],
    [
      'a name twice',
      { channels: [channel('c0', 'A'), channel('c1', 'A')] },
      ['sites.taken', 'channels.1.names.zh-chs'],
    ],
    [
      'bounds the wrong way round',
      { channels: [channel('c0', 'A', { min: 2, max: 2 })] },
      ['kinds.bounds', 'channels.0.max'],
    ],
    [
      'a bearing in metres',
      { channels: [channel('c0', 'A'), channel('b0', 'B', { unit: 'm' })] },
      ['kinds.bearingUnit', 'channels.1.unit'],
    ],
    [
      'a primary channel that is not drawn',
      { channels: [channel('n0', 'A')], primary: 'n0' },
      ['kinds.primary', 'primary'],
    ],
    [
      'a primary channel that is hidden',
      { channels: [channel('c0', 'A', { hidden: true })] },
      ['kinds.primary', 'primary'],
    ],
    ['names of blanks', { names: { ...names('A'), ja: '  ' } }, ['bound.required', 'names.ja']],
  ])('refuses %s', async (_, wrong, [messageId, field]) => {
    const answer = await ask('maintainer', 'POST', '/rest/kinds', { companyId: 1, ...turbidity, ...wrong });
    expect(refusal(answer)).toEqual([422, messageId, field]);
  });
});

describe('readings of its sensors', () => {
  const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000;
  let client: MqttClient;
  const publish = (
    type: 'NBIRTH' | 'DBIRTH' | 'DDATA',
    seq: number,
    metrics: object[],
    device: string | null,
  ) =>
    client.publishAsync(
      formatTopic({ group: 'A', type, node: 'A', device }),
      Buffer.from(encodePayload({ timestamp: Date.now(), seq, metrics: metrics as never })),
      { qos: 1 },
    );
  const real = (name: string, value: number | null, timestamp?: number) => ({
    ...{ name, datatype: DataType.Double, value },
    ...(timestamp === undefined ? {} : { timestamp }),
  });
  let flows: (number | null)[] = [];

  beforeAll(async () => {
    const credential = await server.running.gateway.issueCredential('A');
    client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.running.mqttPort}`, {
      ...{ clientId: 'A', username: 'A', password: credential, reconnectPeriod: 0 },
      will: {
        topic: 'spBv1.0/A/NDEATH/A',
        payload: Buffer.from(
          encodePayload({ metrics: [{ name: 'bdSeq', datatype: DataType.UInt64, value: 1n }] }),
        ),
        qos: 1,
        retain: false,
      },
    });
    await publish('NBIRTH', 0, [{ name: 'bdSeq', datatype: DataType.UInt64, value: 1n }], null);
    const kind = { name: 'kind', datatype: DataType.Int32, value: ownKindCode(id) };
    await publish(
      'DBIRTH',
      1,
      [kind, ...['c0', 's0', 'b0', 'n0', 'interval'].map((name) => real(name, null))],
      '5',
    );
    flows = Array.from({ length: 24 }, (_, index) => (index === 7 ? 100.001 : index === 8 ? 100 : index / 7));
    for (const [index, flow] of flows.entries()) {
      const t = start + (index + 1) * 300_000;
      const metrics = [
        real('c0', flow, t),
        real('s0', 0.5, t),
        real('interval', 300, t),
        real('b0', (350 + index) % 360, t),
      ];
      await publish('DDATA', index + 2, metrics, '5');
    }
    await server.running.gateway.settled();
  });
  afterAll(() => client.endAsync());

  const history = async (query: string) => {
    const answer = await fetch(`${server.address}/rest/history/${sensor}/columns?${query}`, {
      headers: { authorization: tokens['operatorA'] ?? '' },
    });
    return decodeHistory(new Uint8Array(await answer.arrayBuffer()));
  };

  test('are stored as its channels, and what is beyond its bounds stands in question', async () => {
    const { rows } = await server.running.storage.readings.rows({
      ...{ row: 'own', sourceId: sensor, element: 0, from: start, to: Date.now(), limit: 100 },
    });
    expect(rows).toHaveLength(24);
    const stored = rows.toReversed().map(({ values }) => values['c0'] ?? null);
    expect(stored).toEqual(flows.map((flow, index) => (index === 7 ? null : flow)));
    expect(rows.toReversed()[7]?.notGood).toEqual({ c0: { quality: 0, value: 100.001 } });
    const [latest] = await server.running.storage.readings.latest('own', [sensor]);
    expect(latest?.values).toMatchObject({ c0: 23 / 7, s0: 0.5, b0: 13 });
  });

  test('are drawn under its words, units and digits; an amount is summed, a bearing has no mean', async () => {
    const kind = kindByCode(ownKindCode(id));
    if (kind === undefined) throw new Error('the kind is not known');
    expect(
      chartSeries(kind).map((series) => [
        series.heading,
        series.unit,
        series.digits,
        series.sum,
        series.circular,
      ]),
    ).toEqual([
      [`channel.own${id}.c0`, 'mm/h', 3, false, false],
      [`channel.own${id}.b0`, '°', 0, false, true],
      [`channel.own${id}.s0`, 'mm', 1, true, false],
    ]);
    expect(rowColumns(kind, 'own').map(({ heading }) => heading)).toEqual([
      ...['c0', 'n0', 'b0', 's0'].map((column) => `channel.own${id}.${column}`),
      'channel.own.interval',
      'channel.own.runState',
    ]);
    const raw = await history(`row=own&element=0&channels=c0&from=${start}&to=${start + 7_200_001}&bins=500`);
    if (raw.mode !== 'raw') throw new Error('not raw');
    const values = raw.channels[0]?.values;
    for (const [index, flow] of flows.entries()) {
      if (index !== 7) expect(values?.at(index)).toBeCloseTo(flow ?? 0, 5);
    }
  });

  test('are read by scripts of its company, as values and as a history', async () => {
    const script = `import { fleet, log } from 'groundwatch';
const stations = await fleet.stations({ kind: 'own${id}' });
const newest = await fleet.latest(stations, 'own${id}');
const sums = await fleet.history(stations, 'own${id}', ['c0', 's0'], { from: ${start}, statistic: 'max' });
const flow = newest.flatMap(({ readings }) => readings.map(({ values }) => values.c0));
log(JSON.stringify([stations.length, flow, sums.map(({ values }) => values)]));`;
    const linesOf = async (account: string) => {
      const asked = async (method: string, path: string, _: string, body?: unknown) => {
        const { envelope } = await ask(account, method, path, body);
        return { ...envelope, messageId: null, params: {} };
      };
      const runs = runsOf({ ask: asked as never }, () => '');
      const { id: runId, state, problem } = await runs.run(script);
      expect([state, problem]).toEqual(['done', null]);
      const { lines } = await runs.log(runId);
      return lines.map(({ text }) => JSON.parse(text ?? ''));
    };
    const greatest = Math.max(...flows.map((flow, index) => (index === 7 ? 0 : (flow ?? 0))));
    expect(await linesOf('maintainer')).toEqual([[1, [23 / 7], [{ c0: greatest, s0: 0.5 }]]]);
    // Of another company nothing is there.
    expect(await linesOf('operatorB')).toEqual([[0, [], []]]);
  });

  test('raise alarms by rules of its channels', async () => {
    const rule = {
      of: 'sensor',
      enabled: true,
      terms: [{ quantity: 'value', args: {}, source: { row: 'own', channel: 'c0' } }],
      ladder: [
        {
          level: 'yellow',
          condition: { type: 'limit', term: 0, side: 'above', limit: 3.2, release: 3 },
          hold: { readings: 1 },
          releaseHold: { readings: 3 },
        },
      ],
      patience: null,
      blindLevel: 'blue',
      scope: { projects: [], kinds: [ownKindCode(id)], stations: [], except: [], mounts: [], labels: [] },
      overrides: [],
    };
    dataOf(
      await ask('maintainer', 'POST', '/rest/alarm-rules', {
        ...{ companyId: 1, name: 'seepage', definition: rule, reason: 'test' },
      }),
    );
    const t = Date.now();
    await publish('DDATA', 26, [real('c0', 4, t)], '5');
    await until(async () => {
      const { db } = server.running.storage;
      return (await db.selectFrom('alarms').select('id').execute()).length > 0;
    });
    const { alarms } = dataOf<{ alarms: readonly { facts: { terms: readonly TermFacts[] } }[] }>(
      await ask('operatorA', 'GET', '/rest/alarms'),
    );
    const [term] = alarms[0]?.facts.terms ?? [];
    expect(term && limitText(term, words('en'))).toBe('Flow 4.000\u00a0mm/h > 3.200\u00a0mm/h');
    expect(term && limitText(term, words('ja'))).toContain('日Flow');
  });
});

describe('a later version', () => {
  const next = {
    ...turbidity,
    names: names('Seepage weir'),
    channels: [
      ...turbidity.channels.map((one) => (one.column === 'n0' ? { ...one, hidden: true } : one)),
      channel('c1', 'Turbidity', { digits: 1 }),
    ],
  };
  const put = (account: string, body: object) => ask(account, 'PUT', `/rest/kinds/${id}`, body);

  test('keeps every channel and its unit', async () => {
    const dropped = { ...next, channels: next.channels.slice(1), primary: 's0' };
    expect(refusal(await put('maintainer', { version: 1, ...dropped }))).toEqual([
      422,
      'kinds.channelKept',
      'channels',
    ]);
    const moved = {
      ...next,
      channels: next.channels.map((one) => (one.column === 'c0' ? { ...one, unit: 'm' } : one)),
    };
    expect(refusal(await put('maintainer', { version: 1, ...moved }))).toEqual([
      422,
      'kinds.unitKept',
      'channels.0.unit',
    ]);
  });
  test('adds a channel, hides another, and leaves history as it was', async () => {
    const before = await server.running.storage.readings.rows({
      ...{ row: 'own', sourceId: sensor, element: 0, from: 0, to: Date.now() + 1, limit: 100 },
    });
    dataOf(await put('maintainer', { version: 1, ...next }));
    const kind = kindByCode(ownKindCode(id));
    expect(kind && rowColumns(kind, 'own').map((column) => column.id)).toEqual([
      ...['c0', 'c1', 'b0', 's0', 'interval', 'runState'],
    ]);
    expect(
      await server.running.storage.readings.rows({
        ...{ row: 'own', sourceId: sensor, element: 0, from: 0, to: Date.now() + 1, limit: 100 },
      }),
    ).toEqual(before);
    const versions = await server.running.storage.db
      .selectFrom('own_kind_versions')
      .select(['version', 'account_name'])
      .execute();
    expect(versions).toEqual([
      { version: 1, account_name: 'maintainer' },
      { version: 2, account_name: 'maintainer' },
    ]);
  });
  test('of one who saw an older one is refused, and another company cannot', async () => {
    expect(refusal(await put('maintainer', { version: 1, ...next }))[1]).toBe('kinds.stale');
    const foreign = await put('operatorB', { version: 2, ...next });
    expect([403, 404]).toContain(foreign.http);
  });
});
