/** A registered RTU turns hostile: refused with the reason, heard again once it is honest, and nobody else suffers. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import type { MetricInput } from '../../../src/protocol/payload.ts';
import type { MessageType } from '../../../src/protocol/topics.ts';
import type { Gateway } from '../../../src/server/gateway/gateway.ts';
import { deepTemplates, good, mutants, refused } from '../../support/hostile-payloads.ts';
import { type Reporter, reportOn, startReporter } from '../../support/reporter.ts';
import {
  bdSeq,
  connectNode,
  double,
  type Node,
  openSite,
  type Site,
  until,
} from '../gateway/gateway-fixture.ts';

const t0 = Date.UTC(2026, 0, 1);
let site: Site;
let gateway: Gateway;
let honest: Reporter;
let stopHonest: () => Promise<void>;
let password: string;
let node: Node;
let rtu: number;
let sensors: Record<'hostile' | 'honest', number>;
/** Times of the hostile RTU's honest readings. */
const redeemed: number[] = [];

beforeAll(async () => {
  site = await openSite({ GW1: [4], GW2: [4] });
  gateway = await site.gateway();
  password = await gateway.issueCredential('GW1');
  const [one, two] = [await site.ids('GW1'), await site.ids('GW2')];
  rtu = one.rtu;
  sensors = { hostile: one.sensors.get(0) ?? 0, honest: two.sensors.get(0) ?? 0 };
  honest = await startReporter(gateway.port ?? 0, 'GW2', await gateway.issueCredential('GW2'));
  stopHonest = reportOn(honest, t0);
  await comeAgain();
});
afterAll(async () => {
  node.cut();
  honest.node.cut();
  await site.close();
});

async function comeAgain(): Promise<void> {
  node = await connectNode(gateway.port ?? 0, 'GW1', password);
}
const newest = () => gateway.link(rtu)?.problems[0];
/** Sent and, by the broker's acknowledgement, dealt with. */
const send = async (type: MessageType, bytes: Uint8Array, device: string | null = null) => {
  await node.client.publishAsync(node.topic(type, device), Buffer.from(bytes), { qos: 1 });
};

/** An honest birth with a reading, which is stored; and the other RTU was heard all the while. */
async function redeem(): Promise<void> {
  if (!node.client.connected) await comeAgain();
  const timestamp = t0 + redeemed.length * 60_000;
  const before = honest.accepted.length;
  await node.send('NBIRTH', { timestamp, metrics: [bdSeq(1n), double('batteryVoltage', null)] });
  const kind = { name: 'kind', datatype: DataType.Int32, value: 4 };
  await node.send('DBIRTH', { timestamp, metrics: [kind, double('x', null), double('y', null)] }, '0');
  const stored = new Promise<void>((resolve) => {
    const stop = gateway.events.on('stored', ({ batch }) => {
      if (!batch.some(({ sourceId, t }) => sourceId === sensors.hostile && t === timestamp)) return;
      stop();
      resolve();
    });
  });
  const metrics = [double('x', 1, { timestamp }), double('y', 0, { timestamp })];
  await node.send('DDATA', { timestamp, metrics }, '0');
  await stored;
  redeemed.push(timestamp);
  expect(gateway.link(rtu)).toMatchObject({ connected: true, quality: 'GOOD' });
  await until(() => honest.accepted.length > before);
}

it.each(refused.map(([title, bytes, reason]) => ({ title, bytes, reason })))('S35 S58 $title', async ({
  bytes,
  reason,
}) => {
  await redeem();
  for (const [type, device] of [
    ['NBIRTH', null],
    ['NDATA', null],
    ['DBIRTH', '0'],
    ['DDATA', '0'],
    ['NDEATH', null],
  ] as const) {
    const before = newest();
    // More than the byte guard lets through ends the connection.
    if (reason === 'tooLarge') {
      const ended = new Promise<void>((resolve) => node.client.once('close', () => resolve()));
      node.client.publish(node.topic(type, device), Buffer.from(bytes));
      await ended;
      expect(newest()).toMatchObject({ reason: 'refused', detail: expect.stringMatching(/a packet of \d+/) });
      await comeAgain();
    } else {
      await send(type, bytes, device);
      expect(newest()?.reason).toBe(reason);
    }
    expect(newest()).not.toEqual(before);
  }
  await redeem();
});

const metricsOf = (...metrics: MetricInput[]) => encodePayload({ timestamp: t0, seq: 0, metrics });
const flood = Array.from({ length: 12_000 }, (_, index) => double(`u${index}`, 1));

it.each<[string, MessageType, Uint8Array, string, string]>([
  [
    'a birth with a name twice',
    'NBIRTH',
    metricsOf(bdSeq(1n), double('a', 1), double('a', 2)),
    'duplicateName',
    'a',
  ],
  [
    'a birth with an alias twice',
    'NBIRTH',
    metricsOf(double('a', 1, { alias: 7 }), double('b', 2, { alias: 7 })),
    'duplicateAlias',
    '7',
  ],
  ['a birth without names', 'NBIRTH', metricsOf(double('', 1)), 'missingName', ''],
  [
    'a birth of a device with a name twice',
    'DBIRTH',
    metricsOf(double('x', 1), double('x', 2)),
    'duplicateName',
    '0: x',
  ],
  [
    '12,000 metrics that nobody declared',
    'DDATA',
    metricsOf(...flood),
    'unknownMetric',
    '0: u0, u1, u2 (+11997)',
  ],
])('S59 %s', async (_, type, bytes, reason, detail) => {
  await redeem();
  const device = type.startsWith('D') ? '0' : null;
  // The births carry 0; data follows the two births and the reading.
  await send(type, type === 'NBIRTH' ? bytes : withSeq(bytes, 3), device);
  expect(newest()).toMatchObject({ reason, detail });
  await redeem();
});

/** The payload with another sequence number: of a field that comes twice the last one counts. */
function withSeq(bytes: Uint8Array, seq: number): Uint8Array {
  return Buffer.concat([bytes, Uint8Array.of(0x18, seq)]);
}

it.each([
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
])('S37 the reading %d', async (value) => {
  await redeem();
  const timestamp = t0 + 86_400_000;
  await node.send('DDATA', { timestamp, metrics: [double('x', value), double('y', value)] }, '0');
  await send('NDATA', new Uint8Array(0));
  expect(gateway.link(rtu)?.problems.slice(0, 3)).toContainEqual(
    expect.objectContaining({ reason: 'unfitValue' }),
  );
  await redeem();
});

it.each(['__proto__', 'constructor', 'prototype'])('S35 a device by the name of %s', async (device) => {
  await redeem();
  const ended = new Promise<void>((resolve) => node.client.once('close', () => resolve()));
  node.client.publish(`spBv1.0/P01/DBIRTH/GW1/${device}`, Buffer.from(metricsOf(double('x', 1))));
  await ended;
  expect(newest()).toMatchObject({ reason: 'refused', detail: expect.stringContaining(`/${device}`) });
  await redeem();
});

it('S58 every truncation, deep templates, random bytes and mutations', async () => {
  await redeem();
  const bodies = [
    ...Array.from(good, (_, end) => good.subarray(0, end)),
    ...deepTemplates(),
    ...fc.sample(mutants, { seed: 20_261, numRuns: 600 }),
  ];
  for (const type of ['NDATA', 'NBIRTH', 'DBIRTH', 'NDEATH'] as const) {
    for (const bytes of bodies) await node.raw(type, bytes, type === 'DBIRTH' ? '0' : null);
    await send('NDATA', Uint8Array.of(0xff));
    expect(newest()?.reason).toBe('truncated');
    await redeem();
  }
});

it('S53 nothing of the honest RTU is lost or doubled, nothing of the hostile one is kept but its honest readings', async () => {
  await stopHonest();
  await gateway.settled();
  const stored = async (sourceId: number) => {
    const query = { row: 'tilt', sourceId, element: 0, from: 0, to: Number.MAX_SAFE_INTEGER } as const;
    const { rows, total } = await site.storage.readings.rows({ ...query, limit: 100_000 });
    expect(rows).toHaveLength(total);
    return rows.map(({ t }) => t).reverse();
  };
  expect(await stored(sensors.honest)).toEqual([...new Set(honest.accepted)].sort((a, b) => a - b));
  expect(await stored(sensors.hostile)).toEqual(redeemed);
  expect(honest.accepted.length).toBeGreaterThan(100);
  expect((await site.ids('GW2')).rtu).not.toBe(rtu);
  expect(site.logged.filter(({ message }) => /failed|not stored|refused/.test(message))).toEqual([]);
});
