/** R5, R7: births, quality, compressed payloads, large integers, flags, and metrics that the catalogue does not know. */
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import { limits, type MetricInput } from '../../../src/protocol/payload.ts';
import type { Gateway } from '../../../src/server/gateway/gateway.ts';
import {
  bdSeq,
  connectNode,
  double,
  type Node,
  next,
  openSite,
  type Site,
  until,
} from './gateway-fixture.ts';

const sn = 'GW0001';
/** Slots: 0 tilt, 1 rain, 2 deep displacement. */
const kinds = [9, 17, 2];
let site: Site;
let gateway: Gateway;
let node: Node;
let rtu: number;
let sensors: Map<number, number>;

beforeEach(async () => {
  site = await openSite({ [sn]: kinds });
  gateway = await site.gateway();
  ({ rtu, sensors } = await site.ids(sn));
  node = await connectNode(gateway.port ?? 0, sn, await gateway.issueCredential(sn));
  await node.listen();
});
afterEach(async () => {
  node.cut();
  await site.close();
});

const t0 = Date.now() - 60_000;
const id = (slot: number) => sensors.get(slot) ?? -1;
const kind = (code: number): MetricInput => ({ name: 'kind', datatype: DataType.Int32, value: code });
const nodeBirth = (more: MetricInput[] = []) =>
  node.send('NBIRTH', { timestamp: t0, metrics: [bdSeq(1n), double('batteryVoltage', null), ...more] });
const deviceBirth = (slot: number, ...more: MetricInput[]) =>
  node.send('DBIRTH', { timestamp: t0, metrics: [kind(kinds[slot] ?? 0), ...more] }, String(slot));
const rowsOf = async (row: 'tilt' | 'rain' | 'profile' | 'status', sourceId: number) => {
  const range = { from: t0 - 86_400_000, to: t0 + 86_400_000, limit: 1000 };
  const { rows } = await site.storage.readings.rows({ sourceId, row, element: 0, ...range });
  return [...rows].sort((a, b) => a.t - b.t);
};
const problems = () => gateway.link(rtu)?.problems ?? [];

describe('R5 a birth is no measurement', () => {
  it('a rebirth that repeats the last tip with the present time adds no rain', async () => {
    await nodeBirth();
    const rain = (amount: number, t: number) => [
      double('amount', amount, { timestamp: t }),
      double('interval', 300, { timestamp: t }),
    ];
    await deviceBirth(1, ...rain(0.2, t0 + 1));
    const stored = next(gateway, 'stored');
    await node.send('DDATA', { timestamp: t0 + 2, metrics: rain(0.4, t0 + 2) }, '1');
    await stored;
    await nodeBirth();
    await deviceBirth(1, ...rain(0.4, t0 + 3));
    const after = next(gateway, 'stored');
    await node.send('DDATA', { timestamp: t0 + 4, metrics: rain(0, t0 + 4) }, '1');
    await after;
    const amounts = (await rowsOf('rain', id(1))).map(({ t, values }) => [t, values['amount']]);
    expect(amounts).toEqual([
      [t0 + 2, 0.4],
      [t0 + 4, 0],
    ]);
  });

  it('a value of a birth enters history only at a time that is new for its channel', async () => {
    await nodeBirth();
    const x = (value: number, t: number) => double('x', value, { timestamp: t });
    await deviceBirth(0, x(1, t0 - 10), double('y', 5));
    await node.send('DDATA', { timestamp: t0 + 1, metrics: [x(2, t0 + 1)] }, '0');
    // The same again, and another value for a time that is taken.
    await nodeBirth();
    const stored = next(gateway, 'stored', ({ batch }) => batch.some(({ t }) => t === t0 + 2));
    await deviceBirth(0, x(9, t0 + 1), double('y', 7, { timestamp: t0 + 2 }));
    await stored;
    const rows = (await rowsOf('tilt', id(0))).map(({ t, values }) => [t, values['x'], values['y']]);
    expect(rows).toEqual([
      [t0 - 10, 1, undefined],
      [t0 + 1, 2, undefined],
      [t0 + 2, undefined, 7],
    ]);
  });

  it('births with null metrics write no empty rows, of profiles either', async () => {
    await nodeBirth([double('ambientTemperature', null, { timestamp: t0 + 1 })]);
    await deviceBirth(0, double('x', null, { timestamp: t0 + 1 }));
    const nodes = { name: 'nodes', datatype: DataType.DataSet, value: null, timestamp: t0 + 1 };
    await deviceBirth(2, nodes, double('temperature', null, { timestamp: t0 + 1 }));
    const stored = next(gateway, 'stored');
    await node.send('NDATA', { timestamp: t0 + 2, metrics: [double('batteryVoltage', 12)] });
    expect((await stored).batch).toHaveLength(1);
    expect(await rowsOf('profile', id(2))).toEqual([]);
    expect(await rowsOf('tilt', id(0))).toEqual([]);
  });
});

describe('R7 Sparkplug details', () => {
  it('a value of quality 0 or 500 stands apart, one of 192 is good', async () => {
    await nodeBirth();
    await deviceBirth(0, double('x', null), double('y', null), double('z', null));
    const stored = next(gateway, 'stored');
    const metrics = [
      double('x', 1, { quality: 0 }),
      double('y', 2, { quality: 192 }),
      double('z', 3, { quality: 500 }),
    ];
    await node.send('DDATA', { timestamp: t0 + 1, metrics }, '0');
    await stored;
    const [row] = await rowsOf('tilt', id(0));
    expect(row?.values).toMatchObject({ y: 2 });
    expect(row?.values['x'] ?? null).toBeNull();
    expect(row?.notGood).toEqual({ x: { quality: 0, value: 1 }, z: { quality: 500, value: 3 } });
  });

  it.each([
    ['GZIP', gzipSync],
    ['DEFLATE', deflateSync],
    ['DEFLATE', deflateRawSync],
  ] as const)('a payload compressed by %s is read, with its sequence number within or without', async (algorithm, pack) => {
    await nodeBirth();
    await deviceBirth(0, double('x', null));
    const reported: MetricInput = { name: 'algorithm', datatype: DataType.String, value: algorithm };
    for (const within of [true, false]) {
      const seq = node.seq++;
      const inner = encodePayload(
        { timestamp: t0 + seq, ...(within ? { seq } : {}), metrics: [double('x', seq)] },
        { datatypes: false },
      );
      const outer = { uuid: 'SPBV1.0_COMPRESSED', body: pack(inner), metrics: [reported] };
      const stored = next(gateway, 'stored');
      await node.raw('DDATA', encodePayload({ ...outer, ...(within ? {} : { seq }) }), '0');
      expect((await stored).batch).toMatchObject([{ t: t0 + seq, values: { x: seq } }]);
    }
    expect(problems()).toEqual([]);
  });

  it('a compressed payload is bounded, and refused when it is damaged, twice compressed or of an unknown kind', () => {
    const refusal = (body: Uint8Array, algorithm = 'GZIP') => {
      const reported: MetricInput = { name: 'algorithm', datatype: DataType.String, value: algorithm };
      const bytes = encodePayload({ uuid: 'SPBV1.0_COMPRESSED', body, metrics: [reported] });
      try {
        return decodePayload(bytes).metrics.length;
      } catch (error) {
        return String(error);
      }
    };
    const padded = (size: number) => {
      const rest = encodePayload({ metrics: [], body: new Uint8Array(size) });
      return gzipSync(rest);
    };
    // Tag and length of the body take four bytes.
    expect(refusal(padded(limits.inflatedBytes - 4))).toBe(0);
    expect(refusal(padded(limits.inflatedBytes - 3))).toMatch(/compressed: too large/);
    expect(refusal(Uint8Array.of(1, 2, 3))).toMatch(/compressed/);
    expect(refusal(gzipSync(new Uint8Array(3)), 'LZ4')).toMatch(/compressed: LZ4/);
    const once = encodePayload({ uuid: 'SPBV1.0_COMPRESSED', body: gzipSync(new Uint8Array()), metrics: [] });
    expect(refusal(gzipSync(once))).toMatch(/compressed/);
  });

  it('an integer beyond 2^53 is kept where it is exact and refused where it would be rounded', async () => {
    await nodeBirth();
    const long = (value: bigint | null, name: string): MetricInput => ({
      name,
      datatype: DataType.Int64,
      value,
    });
    await deviceBirth(0, long(null, 'x'), long(null, 'y'), long(null, 'z'));
    const stored = next(gateway, 'stored');
    const metrics = [long(2n ** 53n, 'x'), long(2n ** 53n + 1n, 'y'), long(-(2n ** 53n) - 1n, 'z')];
    await node.send('DDATA', { timestamp: t0 + 1, metrics }, '0');
    expect((await stored).batch).toMatchObject([{ values: { x: 2 ** 53 } }]);
    expect(problems()).toMatchObject([{ reason: 'unfitValue', detail: '0: y, z' }]);
  });

  it('a bit that the catalogue does not know does not drop the set', async () => {
    const bits = (value: number | null): MetricInput => ({
      name: 'runStatus',
      datatype: DataType.UInt32,
      value,
    });
    await nodeBirth([bits(null)]);
    const stored = next(gateway, 'stored');
    await node.send('NDATA', { timestamp: t0 + 1, metrics: [bits(0x80000005)] });
    expect((await stored).batch).toMatchObject([{ values: { runStatus: 0x80000005 } }]);
    expect(await rowsOf('status', rtu)).toMatchObject([{ values: { runStatus: 0x80000005 } }]);
    expect(problems()).toMatchObject([{ reason: 'unknownBits', detail: 'runStatus 0x80000000' }]);
  });

  it('an unknown bit in a set of a parameter leaves the known ones, and is reported at the RTU', async () => {
    const axes = (value: number): MetricInput => ({
      name: 'param/rt3000/axes',
      datatype: DataType.UInt32,
      value,
    });
    await nodeBirth();
    await deviceBirth(0, axes(0x0f));
    await until(() => problems().length > 0);
    expect(problems()).toMatchObject([
      { reason: 'unknownBits', detail: '0: param/rt3000/axes 0x8', count: 1 },
    ]);
    await node.send('DDATA', { timestamp: t0 + 1, metrics: [axes(0x05)] }, '0');
    await node.send('DDATA', { timestamp: t0 + 2, metrics: [axes(0x85)] }, '0');
    await until(() => problems().length > 1);
    expect(problems()).toMatchObject([{ detail: '0: param/rt3000/axes 0x80', count: 1 }, { count: 1 }]);
  });
});

describe('R7 metrics of foreign edges', () => {
  const alias = async (
    device: string,
    metric: string,
    slot: number | null,
    channel: string,
    unit: string | null,
    scale: number,
    element = 0,
  ) => {
    await site.storage.write((db) =>
      db
        .insertInto('metric_aliases')
        .values({ rtu_id: rtu, device, metric, slot, element, channel, unit, scale })
        .execute(),
    );
    await gateway.sitesChanged();
  };
  const theirs = (name: string, value: number | null, timestamp?: number): MetricInput => ({
    ...{ name, datatype: DataType.Float, value },
    ...(timestamp === undefined ? {} : { timestamp }),
  });

  it('are listed with their last values, and read by the mapping from the next message on', async () => {
    await nodeBirth([theirs('Supply', null)]);
    const device = (metrics: MetricInput[]) => node.send('DBIRTH', { timestamp: t0, metrics }, 'Inclino-A');
    await device([theirs('Tilt X', 0.5), theirs('Tilt Y', null)]);
    await until(() => gateway.foreign.list(rtu).length === 3);
    expect(gateway.foreign.list(rtu)).toMatchObject([
      { device: '', metric: 'Supply', type: 'Float', value: null },
      { device: 'Inclino-A', metric: 'Tilt X', type: 'Float', value: '0.5' },
      { device: 'Inclino-A', metric: 'Tilt Y', value: null },
    ]);
    expect(problems()).toMatchObject([{ reason: 'unknownSensor' }]);
    await alias('Inclino-A', 'Tilt X', 0, 'x', 'rad', 1);
    await alias('Inclino-A', 'Tilt Y', 0, 'y', null, -0.1);
    await alias('', 'Supply', null, 'batteryVoltage', 'mV', 1);
    const stored = next(gateway, 'stored');
    const metrics = [theirs('Tilt X', 0.5), theirs('Tilt Y', 20)];
    await node.send('DDATA', { timestamp: t0 + 5, metrics }, 'Inclino-A');
    const [tilt] = (await stored).batch;
    // 0.5 rad = 28.6478897565°.
    expect(tilt).toMatchObject({ sourceId: id(0), row: 'tilt', t: t0 + 5, values: { y: -2 } });
    expect(tilt?.values['x']).toBeCloseTo(28.6478897565, 9);
    const supply = next(gateway, 'stored');
    await node.send('NDATA', { timestamp: t0 + 6, metrics: [theirs('Supply', 12_500)] });
    expect((await supply).batch).toMatchObject([
      { sourceId: rtu, row: 'status', values: { batteryVoltage: 12.5 } },
    ]);
    expect(gateway.foreign.list(rtu).map(({ value }) => value)).toEqual(['12500', '0.5', '20']);
    expect(problems().reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });

  it('a mapping whose sensor has gone is left out, and the next birth forgets what it does not name', async () => {
    await alias('A', 'm', 6, 'x', null, 1);
    await nodeBirth();
    await node.send('DBIRTH', { timestamp: t0, metrics: [theirs('m', 1), theirs('n', 2)] }, 'A');
    await until(() => gateway.foreign.list(rtu).length === 2);
    await node.send('DBIRTH', { timestamp: t0, metrics: [theirs('n', 3)] }, 'A');
    await until(() => gateway.foreign.list(rtu).length === 1);
    expect(gateway.foreign.list(rtu)).toMatchObject([{ device: 'A', metric: 'n', value: '3' }]);
  });

  it('are there after a restart as births and data left them, and go when a birth leaves them out', async () => {
    await nodeBirth([theirs('Supply', 12)]);
    const device = (metrics: MetricInput[]) => node.send('DBIRTH', { timestamp: t0, metrics }, 'A');
    await device([theirs('Tilt X', 0.5), theirs('Tilt Y', null)]);
    await until(() => gateway.foreign.list(rtu).length === 3);
    await node.send('DDATA', { timestamp: t0 + 5, metrics: [theirs('Tilt Y', 20)] }, 'A');
    await until(() => gateway.foreign.list(rtu).some(({ value }) => value === '20'));
    const reported = gateway.foreign.list(rtu);
    node.cut();
    await gateway.stop();
    const second = await site.gateway();
    expect(second.foreign.list(rtu)).toEqual(reported);
    expect(reported.map(({ device: of, metric, type, value }) => [of, metric, type, value])).toEqual([
      ['', 'Supply', 'Float', '12'],
      ['A', 'Tilt X', 'Float', '0.5'],
      ['A', 'Tilt Y', 'Float', '20'],
    ]);
    // What a birth no longer names goes from the database too, and no stop is needed for it.
    const kept = () => site.storage.db.selectFrom('foreign_metrics').selectAll().execute();
    node = await connectNode(second.port ?? 0, sn, await second.issueCredential(sn));
    await nodeBirth();
    await device([theirs('Tilt X', 1)]);
    await until(async () => ((await kept())[0]?.reported.match(/"metric"/g) ?? []).length === 1);
    await device([]);
    await until(async () => (await kept()).length === 0);
  });

  it('of a profile are mapped node by node, and make one row with the sensor’s own', async () => {
    await alias('String', 'Node 1', 2, 'cumulativeA', 'cm', 1, 1);
    await alias('String', 'Node 2', 2, 'cumulativeA', 'cm', 1, 2);
    await alias('String', 'Depth2', 2, 'depth', null, 1, 2);
    await alias('String', 'T', 2, 'temperature', null, 1);
    // A node of a sensor that has none is left out.
    await alias('String', 'X', 0, 'x', null, 1, 3);
    await nodeBirth();
    const names = ['Node 1', 'Node 2', 'Depth2', 'T', 'X'];
    const births = names.map((name) => theirs(name, null));
    await node.send('DBIRTH', { timestamp: t0, metrics: births }, 'String');
    const whole = next(gateway, 'stored');
    const metrics = [0.5, 0.25, 4, 8, 1].map((value, index) => theirs(names[index] ?? '', value));
    await node.send('DDATA', { timestamp: t0 + 5, metrics }, 'String');
    const place = { sourceId: id(2), row: 'profile', t: t0 + 5 };
    expect([...(await whole).batch].sort((a, b) => a.element - b.element)).toMatchObject([
      { ...place, element: 0, values: { temperature: 8 } },
      { ...place, element: 1, values: { cumulativeA: 5 } },
      { ...place, element: 2, values: { cumulativeA: 2.5, depth: 4 } },
    ]);
    // Nodes alone: the sensor's own row is there all the same, empty.
    const nodes = next(gateway, 'stored');
    await node.send('DDATA', { timestamp: t0 + 6, metrics: [theirs('Node 2', 0.75)] }, 'String');
    await nodes;
    expect((await rowsOf('profile', id(2))).map(({ t, values }) => [t, values])).toEqual([
      [t0 + 5, { temperature: 8 }],
      [t0 + 6, {}],
    ]);
  });

  it('D3 3,000 unknown metrics in a message are one note at the RTU and one line in the log', async () => {
    const flood = Array.from({ length: 3000 }, (_, index) => theirs(`u${index}`, index));
    await nodeBirth();
    await deviceBirth(0, ...flood);
    const lines = site.logged.length;
    await node.send('DDATA', { timestamp: t0 + 1, metrics: flood }, '0');
    await until(() => problems().length > 0);
    await node.send('DDATA', { timestamp: t0 + 2, metrics: flood }, '0');
    await until(() => problems()[0]?.count === 2);
    expect(problems()).toMatchObject([
      { reason: 'unknownMetric', detail: '0: u0, u1, u2 (+2997)', count: 2 },
    ]);
    expect(site.logged.slice(lines)).toMatchObject([{ message: 'device traffic' }]);
    expect(gateway.foreign.list(rtu)).toHaveLength(500);
  });
});
