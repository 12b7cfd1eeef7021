import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { encodeAck, encodeTrackedBirth } from '../../../src/protocol/tracked.ts';
import { encodeWaveform } from '../../../src/protocol/waveform.ts';
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
/** Slots: 0 tilt with waveform (rt3000), 1 rain, 2 deep displacement, 3 rt1030. */
const kinds = [9, 17, 2, 4];
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
const kind = (code: number) => ({ name: 'kind', datatype: DataType.Int32, value: code });
const nodeBirth = () =>
  node.send('NBIRTH', {
    timestamp: t0,
    metrics: [
      bdSeq(1n),
      double('batteryVoltage', null),
      { name: 'runStatus', datatype: DataType.UInt32, value: null },
      double('sendCycle', null),
    ],
  });
const tiltBirth = (more = [double('x', null, { alias: 1 }), double('y', null, { alias: 2 })]) =>
  node.send('DBIRTH', { timestamp: t0, metrics: [kind(9), ...more] }, '0');
const reasons = () => gateway.link(rtu)?.problems.map(({ reason }) => reason);

describe('ingest', () => {
  it('stores the metrics of one time in one row, separately for sensors and RTU', async () => {
    await nodeBirth();
    await tiltBirth();
    await node.send('NDATA', {
      timestamp: t0 + 1,
      metrics: [
        double('batteryVoltage', 12.5),
        { name: 'runStatus', datatype: DataType.UInt32, value: 5 },
        double('sendCycle', 900),
      ],
    });
    await node.send('DDATA', { timestamp: t0 + 2, metrics: [double('x', 1.25), double('y', -0.5)] }, '0');
    const [status, tilt] = await until(async () => {
      const found = await Promise.all([
        site.storage.readings.latest('status', [rtu]),
        site.storage.readings.latest('tilt', [id(0)]),
      ]);
      return found.every(({ length }) => length === 1) && found;
    });
    expect(status[0]).toMatchObject({
      t: t0 + 1,
      element: 0,
      values: { batteryVoltage: 12.5, runStatus: 5, sendCycle: 900 },
    });
    expect(tilt[0]).toMatchObject({ t: t0 + 2, values: { x: 1.25, y: -0.5 } });
    expect(gateway.link(rtu)).toMatchObject({
      connected: true,
      quality: 'GOOD',
      sendCycle: 900,
      problems: [],
    });
    const row = await until(async () => {
      const found = await site.storage.db
        .selectFrom('rtus')
        .selectAll()
        .where('id', '=', rtu)
        .executeTakeFirst();
      return found?.last_contact_at !== null && found?.send_cycle === 900 && found;
    });
    expect(row.last_contact_at).toBe(gateway.link(rtu)?.lastContactAt);
  });

  it('reads metrics sent by alias alone', async () => {
    await nodeBirth();
    await tiltBirth();
    const stored = next(gateway, 'stored');
    await node.send(
      'DDATA',
      {
        timestamp: t0 + 5,
        metrics: [
          { alias: 1, datatype: DataType.Double, value: 3 },
          { alias: 2, datatype: DataType.Double, value: 4 },
        ],
      },
      '0',
    );
    expect((await stored).batch).toMatchObject([
      { row: 'tilt', t: t0 + 5, values: { x: 3, y: 4 }, historical: false },
    ]);
  });

  it('historical values each keep their own time; the same again is stored once', async () => {
    await nodeBirth();
    await tiltBirth();
    const metrics = Array.from({ length: 40 }, (_, index) => [
      double('x', index, { timestamp: t0 - index * 1000, isHistorical: true }),
      double('y', -index, { timestamp: t0 - index * 1000, isHistorical: true }),
    ]).flat();
    const first = next(gateway, 'stored');
    await node.send('DDATA', { timestamp: t0 + 9, metrics }, '0');
    const { batch, result } = await first;
    expect(batch).toHaveLength(40);
    expect(batch.every(({ historical }) => historical)).toBe(true);
    expect(batch[7]).toMatchObject({ t: t0 - 7000, values: { x: 7, y: -7 } });
    expect(result).toMatchObject({ stored: 40, duplicates: 0 });
    const second = next(gateway, 'stored');
    await node.send('DDATA', { timestamp: t0 + 10, metrics }, '0');
    expect((await second).result).toMatchObject({ stored: 0, duplicates: 40 });
  });

  it('null stays null, not zero, and a transient value is emitted but not stored', async () => {
    await nodeBirth();
    await tiltBirth();
    const stored = next(gateway, 'stored');
    const reported = next(gateway, 'data');
    await node.send(
      'DDATA',
      {
        timestamp: t0 + 1,
        metrics: [
          double('x', null),
          double('y', 0),
          double('y', 9, { isTransient: true, timestamp: t0 + 2 }),
        ],
      },
      '0',
    );
    expect((await stored).batch).toMatchObject([{ t: t0 + 1, values: { x: null, y: 0 } }]);
    expect((await reported).metrics).toHaveLength(3);
  });

  it('a profile becomes one row a node, a capture one row with its samples', async () => {
    await nodeBirth();
    await node.send(
      'DBIRTH',
      {
        timestamp: t0,
        metrics: [
          kind(2),
          { name: 'nodes', datatype: DataType.DataSet, value: null },
          double('temperature', null),
        ],
      },
      '2',
    );
    await tiltBirth([{ name: 'waveform', datatype: DataType.Bytes, value: null } as never]);
    const profile = next(gateway, 'stored');
    const columns = ['depth', 'cumulativeA'];
    await node.send(
      'DDATA',
      {
        timestamp: t0 + 3,
        metrics: [
          double('temperature', 11),
          {
            name: 'nodes',
            datatype: DataType.DataSet,
            value: {
              columns,
              types: [DataType.Double, DataType.Double],
              rows: [
                [-1, 0.5],
                [-2, null],
              ],
            },
          },
        ],
      },
      '2',
    );
    const rows = [...(await profile).batch].sort((a, b) => a.element - b.element);
    expect(rows).toMatchObject([
      { row: 'profile', element: 0, values: { temperature: 11 } },
      { element: 1, t: t0 + 3, values: { depth: -1, cumulativeA: 0.5 } },
      { element: 2, values: { depth: -2, cumulativeA: null } },
    ]);
    const capture = next(gateway, 'stored');
    const x = Float32Array.of(1, 2.5);
    await node.send(
      'DDATA',
      {
        timestamp: t0 + 4,
        metrics: [
          {
            name: 'waveform',
            datatype: DataType.Bytes,
            value: encodeWaveform({ cause: 1, samplingRate: 100, x, y: x, z: x }),
          },
        ],
      },
      '0',
    );
    const [wave] = (await capture).batch;
    expect(wave).toMatchObject({
      row: 'waveform',
      sourceId: id(0),
      values: { samplingRate: 100, triggerCause: 1 },
    });
    expect(wave?.values['x']).toEqual(new Uint8Array(x.buffer));
  });

  it('flags what is unknown, mistyped, misplaced or impossible, keeps the rest, and writes it down', async () => {
    await nodeBirth();
    await node.send(
      'DBIRTH',
      {
        timestamp: t0,
        metrics: [
          kind(9),
          double('x', null),
          double('y', null),
          double('nonsense', null),
          { name: 'alarmState', datatype: DataType.Int32, value: null },
        ],
      },
      '0',
    );
    await node.send('DBIRTH', { timestamp: t0, metrics: [kind(17)] }, '3');
    await node.send('DBIRTH', { timestamp: t0, metrics: [kind(4)] }, '6');
    const stored = next(gateway, 'stored');
    await node.send(
      'DDATA',
      {
        timestamp: t0 + 1,
        metrics: [
          double('y', 2),
          { ...double('x', 1), datatype: DataType.String, value: 'one' },
          double('nonsense', 1),
          { name: 'alarmState', datatype: DataType.Int32, value: 99 },
          double('y', 1, { timestamp: Date.UTC(1970, 0, 2) }),
          double('y', 1, { timestamp: Date.now() + 10 * 86_400_000 }),
        ],
      },
      '0',
    );
    expect((await stored).batch).toMatchObject([{ t: t0 + 1, values: { y: 2 } }]);
    expect(new Set(reasons())).toEqual(
      new Set([
        'implausibleTime',
        'unfitValue',
        'unknownMetric',
        'wrongDatatype',
        'unknownSensor',
        'kindMismatch',
      ]),
    );
    const written = await until(async () => {
      const row = await site.storage.db
        .selectFrom('rtus')
        .select('problems')
        .where('id', '=', rtu)
        .executeTakeFirstOrThrow();
      return row.problems.includes('kindMismatch') && row.problems;
    });
    expect(JSON.parse(written)).toEqual(gateway.link(rtu)?.problems);
  });

  it('malformed payloads flag the node and harm nobody', async () => {
    await nodeBirth();
    await tiltBirth();
    await node.raw('DDATA', Uint8Array.of(0x12, 0xff, 0xff, 0x7f), '0');
    await node.raw(
      'NDATA',
      new Uint8Array(200_000).map((_, index) => (index % 2 === 0 ? 0x12 : 0)),
    );
    await node.raw('NBIRTH', Uint8Array.of(0x12, 4, 0x0a, 2, 0xc3, 0x28));
    const problems = await until(() => reasons()?.length === 3 && gateway.link(rtu)?.problems);
    expect(problems?.map(({ reason }) => reason).sort()).toEqual(['tooManyMetrics', 'truncated', 'utf8']);
    const stored = next(gateway, 'stored');
    await node.send('DDATA', { timestamp: t0 + 1, metrics: [double('x', 1)] }, '0');
    expect((await stored).batch).toHaveLength(1);
  });

  it('a present value in a birth is a reading only with a time of its own', async () => {
    await nodeBirth();
    const stored = next(gateway, 'stored');
    await tiltBirth([double('x', 4, { timestamp: t0 - 500 }), double('y', 5)]);
    expect((await stored).batch).toMatchObject([{ t: t0 - 500, values: { x: 4 } }]);
  });

  it('hands on births with their parameters, and answers of tracked devices', async () => {
    const born = next(gateway, 'birth');
    const ack = { id: 'A1', seq: 3n, status: 'ok' as const, code: 0, text: '' };
    await node.send('NBIRTH', {
      timestamp: t0,
      metrics: [bdSeq(1n), ...encodeTrackedBirth(9n, [ack]), double('param/rtu/sendCycle', 600)],
    });
    expect(await born).toMatchObject({
      rtuId: rtu,
      sn,
      device: null,
      again: false,
      tracked: { highWater: 9n, acks: [ack] },
    });
    const answered = next(gateway, 'ack');
    await node.send('NDATA', {
      timestamp: t0 + 1,
      metrics: [...encodeAck({ ...ack, seq: 10n }), double('param/rtu/sendCycle', 900)],
    });
    expect(await answered).toMatchObject({ rtuId: rtu, device: null, ack: { ...ack, seq: 10n } });
    expect(reasons()).toEqual([]);
  });

  it('everything received is stored when the gateway has stopped', async () => {
    await nodeBirth();
    await tiltBirth();
    for (let index = 0; index < 500; index++) {
      await node.send('DDATA', { timestamp: t0 + index, metrics: [double('x', index)] }, '0');
    }
    await until(() =>
      site.storage.readings.overview('tilt', [id(0)]).then(([found]) => (found?.count ?? 0) > 0),
    );
    let received = 0;
    gateway.events.on('data', () => received++);
    await until(async () => {
      const before = received;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return received === before;
    });
    await gateway.stop();
    const [overview] = await site.storage.readings.overview('tilt', [id(0)]);
    expect(overview?.count).toBe(500);
  });
});
