import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import type { InboundType, NodeEvent } from '../../../src/protocol/node-events.ts';
import { NodeSession } from '../../../src/protocol/node-session.ts';
import type { MetricInput, PayloadInput } from '../../../src/protocol/payload.ts';

const message = (type: InboundType, payload: PayloadInput, device: string | null = null, group = 'g') => ({
  group,
  type,
  device,
  payload: decodePayload(encodePayload(payload, { datatypes: !type.endsWith('DATA') })),
});
const bdSeq = (value: bigint, datatype: DataType = DataType.Int64): MetricInput => ({
  name: 'bdSeq',
  datatype,
  value,
});
const x = (value: number | null, more: Partial<MetricInput> = {}): MetricInput => ({
  name: 'x',
  alias: 5,
  datatype: DataType.Double,
  value,
  ...more,
});
const y = (value: number, more: Partial<MetricInput> = {}) => x(value, { name: 'y', alias: 6, ...more });
const birth = (seq = 0, session = 1n) =>
  message('NBIRTH', { timestamp: 10, seq, metrics: [bdSeq(session), x(1)] });
const death = (session: bigint, group = 'g') =>
  message('NDEATH', { metrics: [bdSeq(session, DataType.UInt64)] }, null, group);
const data = (seq: number, value: number) => message('NDATA', { timestamp: 20, seq, metrics: [x(value)] });
const byAlias = (seq: number, alias: number) =>
  message('NDATA', { seq, metrics: [{ alias, datatype: DataType.Double, value: 1 }] });

const kinds = (events: readonly NodeEvent[]) =>
  events.map((event) => (event.type === 'problem' ? event.reason : event.type));
const values = (events: readonly NodeEvent[]) =>
  events.flatMap((event) => (event.type === 'data' ? event.metrics.map((metric) => metric.value) : []));

describe('a node session', () => {
  it('is STALE until born, GOOD until its death, and takes the data type from the birth', () => {
    const session = new NodeSession();
    expect(session.quality).toBe('STALE');
    expect(kinds(session.receive(birth(), 0))).toEqual(['birth']);
    expect(session.quality).toBe('GOOD');
    const [event] = session.receive(byAlias(1, 5), 1);
    expect(event).toMatchObject({
      type: 'data',
      metrics: [{ name: 'x', datatype: DataType.Double, value: 1 }],
    });
    expect(session.receive(death(1n), 7)).toEqual([{ type: 'death', device: null }]);
    expect(session.quality).toBe('STALE');
  });

  it.each([
    0, 1, 254, 255,
  ])('takes a birth with any sequence number (%i) and counts on from it, mod 256', (seq) => {
    const session = new NodeSession();
    session.receive(birth(seq), 0);
    for (let step = 1; step < 300; step++) {
      expect(kinds(session.receive(data((seq + step) % 256, step), step))).toEqual(['data']);
    }
  });

  it('keeps null apart from zero, and flags of historical and transient values', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    const metrics = [x(null), x(3, { isHistorical: true, timestamp: 4 }), x(4, { isTransient: true })];
    const [event] = session.receive(message('NDATA', { seq: 1, metrics }), 1);
    expect(event).toMatchObject({
      metrics: [{ value: null }, { value: 3, isHistorical: true, timestamp: 4 }, { isTransient: true }],
    });
  });

  it('puts messages back in order when the missing one comes in time', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    expect(session.receive(data(3, 3), 100)).toEqual([]);
    expect(session.receive(data(2, 2), 200)).toEqual([]);
    expect(session.deadline).toBe(2100);
    expect(values(session.receive(data(1, 1), 300))).toEqual([1, 2, 3]);
    expect(session.deadline).toBeNull();
    expect(session.tick(5000)).toEqual([]);
  });

  it('any order within the wait gives the order of sending', () => {
    const order = fc.shuffledSubarray(
      Array.from({ length: 20 }, (_, index) => index),
      { minLength: 20 },
    );
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: 255 }), (arrival, seq) => {
        const session = new NodeSession();
        session.receive(birth(seq), 0);
        const got = arrival.flatMap((index) =>
          values(session.receive(data((seq + 1 + index) % 256, index), 1)),
        );
        expect(got).toEqual(Array.from({ length: 20 }, (_, index) => index));
      }),
    );
  });

  it('after two seconds takes what it has and asks for a rebirth', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    session.receive(data(3, 3), 100);
    session.receive(data(5, 5), 100);
    expect(session.tick(2099)).toEqual([]);
    const events = session.tick(2100);
    expect(kinds(events)).toEqual(['sequenceGap', 'data', 'data', 'requestRebirth']);
    expect(values(events)).toEqual([3, 5]);
    expect(kinds(session.receive(data(6, 6), 2200))).toEqual(['data']);
    expect(kinds(session.receive(data(4, 4), 2300))).toEqual(['lateSequence', 'data']);
  });

  it('asks for a rebirth at most once in 60 s, then doubles, with jitter', () => {
    const session = new NodeSession({ rebirth: { random: () => 0.5 } });
    const asked: number[] = [];
    for (let now = 0; now <= 1_000_000; now += 1000) {
      const events = [...session.receive(data((now / 1000) % 256, 1), now), ...session.tick(now)];
      if (kinds(events).includes('requestRebirth')) asked.push(now);
    }
    expect(asked).toEqual([2000, 68000, 200000, 464000, 992000]);
  });

  it('a birth answers the request: nothing more is asked', () => {
    const session = new NodeSession({ rebirth: { firstDelay: 10_000, random: () => 0.5 } });
    session.receive(data(4, 1), 0);
    expect(kinds(session.tick(2000))).toEqual(['notBorn']);
    expect(session.deadline).toBe(7000);
    // R1: what came before the birth is read by it.
    expect(kinds(session.receive(birth(), 3000))).toEqual(['birth', 'data']);
    expect(session.tick(60_000)).toEqual([]);
  });

  it('messages that overtook their birth are taken after it', () => {
    const session = new NodeSession();
    expect(session.receive(data(1, 1), 0)).toEqual([]);
    expect(kinds(session.receive(birth(0), 5))).toEqual(['birth', 'data']);
  });

  it('R1 what came before a birth and is older than it is late, and not taken for what follows it', () => {
    const session = new NodeSession();
    const stale = message('NDATA', { timestamp: 9, seq: 1, metrics: [x(7)] });
    expect(session.receive(stale, 0)).toEqual([]);
    const events = session.receive(birth(0), 5);
    expect(kinds(events)).toEqual(['birth', 'data']);
    expect(events[1]).toMatchObject({ late: true, timestamp: 9 });
    expect(values(events)).toEqual([7]);
    expect(values(session.receive(data(1, 1), 6))).toEqual([1]);
    expect(session.deadline).toBeNull();
  });

  it('R1 what waits for a birth is read by one that is still held behind a gap when the session ends', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    const byDevice = { alias: 5, datatype: DataType.Double, value: 7 };
    const early = session.receive(message('DDATA', { seq: 1, metrics: [byDevice] }, '0'), 1);
    expect(kinds(early)).toEqual(['notBorn', 'requestRebirth']);
    // Number 2 is missing, so that the device's birth is held; the death ends the wait.
    expect(session.receive(message('DBIRTH', { seq: 3, metrics: [x(1)] }, '0'), 2)).toEqual([]);
    const events = session.receive(death(1n), 3);
    expect(kinds(events)).toEqual(['birth', 'data', 'death']);
    expect(values(events)).toEqual([7]);
  });

  it('R1 after the host lost its connection an alias is not read by the tables of a session before the last', () => {
    const session = new NodeSession();
    const aliases = (first: number): MetricInput[] => [x(1, { alias: first }), y(2, { alias: 11 - first })];
    const born = (seq: number, number: bigint, first: number) =>
      message('NBIRTH', { timestamp: 10, seq, metrics: [bdSeq(number), ...aliases(first)] });
    session.receive(born(0, 1n, 5), 0);
    session.receive(death(1n), 1);
    // Waits for the second session's birth, and is still there when that comes.
    session.receive(message('DBIRTH', { timestamp: 9, seq: 5, metrics: [x(1)] }, '0'), 2);
    session.receive(born(6, 2n, 6), 3);
    session.forget(4);
    session.receive(byAlias(7, 5), 5);
    // The first session's aliases come back with the third: only the second says what the message meant.
    expect(kinds(session.receive(born(8, 3n, 5), 6))).toEqual(['birth', 'unknownAlias', 'data']);
    expect(values(session.receive(byAlias(9, 5), 7))).toEqual([1]);
  });

  it('R1 the death of a session whose birth was lost counts: an alias of the next one is read by its own birth', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    session.receive(death(1n), 1);
    session.receive(death(2n), 2);
    session.unreadable('NBIRTH', 3);
    session.receive(byAlias(1, 5), 4);
    expect(kinds(session.receive(birth(2, 3n), 5))).toEqual(['birth', 'data']);
    // Nothing is read by what was before the session that nobody saw.
    session.receive(death(3n), 6);
    session.receive(byAlias(1, 5), 7);
    session.receive(death(4n), 8);
    expect(kinds(session.receive(birth(2, 5n), 9))).toEqual(['birth', 'unknownAlias', 'data']);
  });

  it('R1 a death that was seen counts also after the host lost its connection', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    session.receive(death(1n), 1);
    session.forget(2);
    session.unreadable('NBIRTH', 3);
    session.receive(byAlias(1, 5), 4);
    expect(kinds(session.receive(birth(2, 2n), 5))).toEqual(['birth', 'data']);
  });

  it('a late Will does not kill the newer session; the same again is a duplicate', () => {
    const session = new NodeSession();
    session.receive(birth(0, 1n), 0);
    session.receive(birth(0, 2n), 1);
    expect(kinds(session.receive(death(1n), 2))).toEqual(['lateDeath']);
    expect(session.quality).toBe('GOOD');
    expect(kinds(session.receive(death(2n), 3))).toEqual(['death']);
    expect(session.receive(death(2n), 4)).toEqual([]);
  });

  it('distinguishes a rebirth in the same session from a new session', () => {
    const session = new NodeSession();
    const again = (events: NodeEvent[]) => events.map((event) => event.type === 'birth' && event.again);
    expect(again(session.receive(birth(0, 1n), 0))).toEqual([false]);
    expect(again(session.receive(birth(9, 1n), 1))).toEqual([true]);
    expect(again(session.receive(birth(0, 2n), 2))).toEqual([false]);
  });

  it('a birth replaces metrics and aliases, and all devices', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    session.receive(
      message('DBIRTH', { seq: 1, metrics: [{ name: 'kind', datatype: DataType.Int32, value: 4 }] }, '0'),
      1,
    );
    expect(session.tableOf('0')?.has('kind')).toBe(true);
    session.receive(
      message('NBIRTH', {
        seq: 7,
        metrics: [bdSeq(1n), { name: 'y', alias: 6, datatype: DataType.Double, value: 1 }],
      }),
      2,
    );
    expect(session.tableOf('0')?.has('kind') ?? false).toBe(false);
    expect(kinds(session.receive(byAlias(8, 5), 3))).toEqual(['unknownAlias', 'data', 'requestRebirth']);
    expect(kinds(session.receive(byAlias(9, 6), 4))).toEqual(['data']);
  });

  it('devices are born, die and must be born before they speak', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    const kind = { name: 'kind', datatype: DataType.Int32, value: 4 };
    expect(kinds(session.receive(message('DDATA', { seq: 1, metrics: [kind] }, '2'), 1))).toEqual([
      'notBorn',
      'requestRebirth',
    ]);
    expect(kinds(session.receive(message('DBIRTH', { seq: 2, metrics: [kind] }, '2'), 2))).toEqual([
      'birth',
      'data',
    ]);
    expect(kinds(session.receive(message('DDATA', { seq: 3, metrics: [kind] }, '2'), 3))).toEqual(['data']);
    expect(kinds(session.receive(message('DDEATH', { seq: 4, metrics: [] }, '2'), 4))).toEqual(['death']);
    expect(kinds(session.receive(message('DDATA', { seq: 5, metrics: [kind] }, '2'), 5))).toEqual([
      'notBorn',
    ]);
  });

  it.each<[string, MetricInput[], string]>([
    ['a doubled name', [x(1), x(2, { alias: 6 })], 'duplicateName'],
    ['a doubled alias', [x(1), x(1, { name: 'y' })], 'duplicateAlias'],
    ['a metric without a name', [{ alias: 1, datatype: DataType.Double, value: 1 }], 'missingName'],
  ])('a birth with %s is refused and the old one stands', (_, metrics, reason) => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    expect(
      kinds(session.receive(message('NBIRTH', { seq: 9, metrics: [bdSeq(3n), ...metrics] }), 1)),
    ).toEqual([reason]);
    expect(session.bdSeq).toBe(1n);
    expect(kinds(session.receive(data(1, 1), 2))).toEqual(['data']);
  });

  it('flags a wrong data type and keeps the other metrics', () => {
    const session = new NodeSession();
    session.receive(
      message('NBIRTH', { seq: 0, metrics: [bdSeq(1n), x(1), x(1, { name: 'y', alias: 6 })] }),
      0,
    );
    const wrong = message('NDATA', {
      seq: 1,
      metrics: [x(1, { datatype: DataType.String, value: 'a' } as never), x(2, { name: 'y' })],
    });
    const events = session.receive(wrong, 1);
    expect(kinds(events)).toEqual(['wrongDatatype', 'data']);
    expect(values(events)).toEqual([2]);
  });

  it('another group cannot speak for a living node, nor kill it; a birth moves it', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    expect(kinds(session.receive(message('NDATA', { seq: 1, metrics: [x(9)] }, null, 'h'), 1))).toEqual([
      'foreignGroup',
    ]);
    expect(kinds(session.receive(death(1n, 'h'), 2))).toEqual(['lateDeath']);
    expect(kinds(session.receive(message('NBIRTH', { seq: 0, metrics: [bdSeq(2n)] }, null, 'h'), 3))).toEqual(
      ['birth'],
    );
    expect(session.group).toBe('h');
  });

  it('trusts nothing after the host lost its connection', () => {
    const session = new NodeSession();
    session.receive(birth(), 0);
    session.forget();
    expect(session.quality).toBe('STALE');
    session.receive(data(1, 1), 10);
    expect(kinds(session.tick(2010))).toEqual(['notBorn', 'requestRebirth']);
  });
});
