/** DATA messages that are read without an object for each metric, against the way that all of them can go. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataType } from '../../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../../src/protocol/decode.ts';
import { encodePayload } from '../../../../src/protocol/encode.ts';
import { MetricTable } from '../../../../src/protocol/metric-table.ts';
import { type Payload, PayloadError } from '../../../../src/protocol/payload.ts';
import { kindMap, type MetricMap, rtuMap, toReadings } from '../../../../src/server/gateway/metric-rows.ts';
import { PlainData, PlainReader } from '../../../../src/server/gateway/plain-data.ts';
import type { Reading } from '../../../../src/server/storage/storage.ts';
import { referenceEncode } from '../../protocol/reference.ts';

const now = Date.UTC(2026, 5, 1);
const sourceId = 7;

/** What the long way makes of a message, with what it flags; null for one that cannot be decoded. */
function slowly(map: MetricMap, table: MetricTable, bytes: Uint8Array) {
  const flags: string[] = [];
  const flag = (reason: string, detail: string) => void flags.push(`${reason} ${detail}`);
  let payload: Payload;
  try {
    payload = decodePayload(bytes);
  } catch (error) {
    if (error instanceof PayloadError) return null;
    throw error;
  }
  const metrics = table.data(payload, flag);
  const { timestamp, seq } = payload;
  const message = { map, sourceId, metrics, timestamp, receivedAt: now, birth: false, flag };
  return { flags, seq, metrics, readings: toReadings(message) };
}

const comparable = ({ row, element, t, receivedAt, historical, values, notGood, ...rest }: Reading) => ({
  ...{ sourceId: rest.sourceId, row, element, t, receivedAt, historical, values, notGood },
});

/** True where the message was read without the long way; then both must agree in everything. */
function agree(map: MetricMap, table: MetricTable, bytes: Uint8Array): boolean {
  const reader = new PlainReader(map, table);
  const reading = reader.read(bytes, sourceId, now);
  if (reading === null) return false;
  const slow = slowly(map, table, bytes);
  expect(slow?.flags).toEqual([]);
  expect(slow?.seq).toBe(reader.seq);
  expect(slow?.readings.map(comparable)).toEqual([comparable(reading)]);
  for (const [channel, value] of Object.entries(reading.values))
    expect(reading.numberOf(channel)).toBe(value);
  const origin = { rtuId: 1, stationId: 1, sn: 's', device: null, at: now };
  expect(new PlainData(origin, bytes, table).metrics).toEqual(slow?.metrics);
  return true;
}

const types = Object.values(DataType);
const integer = fc.oneof(
  fc.nat({ max: 20 }),
  fc.constantFrom(-1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1),
  fc.integer(),
);
const long = fc.oneof(
  fc.nat().map(String),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  // Two's complement of small negative numbers.
  fc.nat().map((value) => String(2n ** 64n - 1n - BigInt(value))),
);
/** A value as it stands on the wire: one field, whatever the data type says. */
const wireValue = fc.oneof(
  { weight: 6, arbitrary: fc.record({ doubleValue: fc.oneof(fc.double(), fc.nat({ max: 9 })) }) },
  { weight: 3, arbitrary: fc.record({ intValue: integer.map((value) => value >>> 0) }) },
  { weight: 2, arbitrary: fc.record({ longValue: long }) },
  { weight: 2, arbitrary: fc.record({ booleanValue: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ floatValue: fc.float() }) },
  { weight: 1, arbitrary: fc.record({ stringValue: fc.string() }) },
  { weight: 1, arbitrary: fc.record({ isNull: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.constant({}) },
);
const time = fc.constantFrom(now - 60_000, now, now, now - 1, now, now, 0, now + 10 * 86_400_000);
const properties = (quality: number) => ({ keys: ['Quality'], values: [{ type: 3, intValue: quality }] });

/** Rare things that a metric may have. */
const oddities = fc.record(
  {
    timestamp: time,
    datatype: fc.nat({ max: 40 }),
    isHistorical: fc.boolean(),
    isTransient: fc.boolean(),
    properties: fc.constantFrom(properties(192), properties(0), properties(500), { keys: ['x'], values: [] }),
    metadata: fc.constant({ isMultiPart: true }),
  },
  { requiredKeys: [] },
);

/** A value that fits what a birth of the catalogue declares, in the field that it belongs in. */
const fits: Partial<Record<DataType, fc.Arbitrary<object>>> = {
  [DataType.Double]: fc.record({ doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
  [DataType.Int32]: fc.record({ intValue: fc.nat({ max: 1 }) }),
  [DataType.UInt32]: fc.record({ intValue: fc.nat({ max: 3 }) }),
  [DataType.Boolean]: fc.record({ booleanValue: fc.boolean() }),
  [DataType.DateTime]: fc.record({ longValue: fc.nat().map(String) }),
};
const typeOf = { number: 10, enum: 3, flag: 11, flagSet: 7, text: 12, time: 13, samples: 17 } as const;

const maps = [rtuMap, ...Array.from({ length: 18 }, (_, code) => kindMap(code))].filter(
  (map): map is MetricMap => map !== null,
);

/** The row that most of a message's metrics are of. */
const rowOf = (map: MetricMap) => [...map.channels.values()][0]?.row;

/** A birth by the catalogue, now and then with another type than it says, and names that it does not know. */
const anyCase = fc.constantFrom(...maps).chain((map) => {
  const names = [...map.channels.keys(), 'unknown', 'param/rtu/sendCycle', 'Command/Ack', 'kind', 'bdSeq'];
  const declared = names.map((name, index) => {
    const type = map.channels.get(name)?.channel.type ?? 'number';
    const datatype = typeOf[type] as DataType;
    return fc.record({
      name: fc.constant(name),
      alias: fc.constantFrom(index, index, index, undefined),
      datatype: fc.oneof(
        { weight: 40, arbitrary: fc.constant(datatype) },
        { weight: 1, arbitrary: fc.constantFrom(...types) },
      ),
    });
  });
  return fc.tuple(...declared).chain((birth) => {
    const known = birth.filter(({ name }) => map.channels.get(name)?.row === rowOf(map));
    const metric = fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom(...(known.length === 0 ? birth : known)) },
      { weight: 1, arbitrary: fc.constantFrom(...birth) },
    );
    const data = fc.array(
      fc
        .tuple(
          metric,
          fc.boolean(),
          fc.nat({ max: 30 }),
          fc.oneof({ weight: 25, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddities }),
        )
        .chain(([of, named, odd, more]) =>
          (odd === 0 ? wireValue : (fits[of.datatype] ?? wireValue)).map((value) => ({
            ...(named || of.alias === undefined ? { name: of.name } : { alias: of.alias }),
            ...value,
            ...more,
          })),
        ),
      { maxLength: 8 },
    );
    const head = fc.record(
      { timestamp: time, seq: fc.constantFrom('0', '7', '255', '256', '9007199254740993') },
      { requiredKeys: ['seq'] },
    );
    return fc.record({ map: fc.constant(map), birth: fc.constant(birth), data, head });
  });
});

function tableOf(birth: readonly { name: string; alias: number | undefined; datatype: DataType }[]) {
  const metrics = birth.map(({ name, alias, datatype }) => ({
    ...{ name, datatype, value: null },
    ...(alias === undefined ? {} : { alias }),
  }));
  return new MetricTable(
    decodePayload(encodePayload({ timestamp: now, seq: 0, metrics }, { datatypes: true })),
  );
}

describe('a plain message', () => {
  it('is read as by the long way, whatever is in it', () => {
    let plain = 0;
    let all = 0;
    fc.assert(
      fc.property(anyCase, ({ map, birth, data, head }) => {
        const bytes = referenceEncode({ ...head, metrics: data });
        all += 1;
        if (agree(map, tableOf(birth), bytes)) plain += 1;
      }),
      { numRuns: 1500 },
    );
    // Neither way goes untested.
    expect(plain).toBeGreaterThan(all / 10);
    expect(plain).toBeLessThan(all);
  });

  it('is refused or read as by the long way when its bytes are damaged', () => {
    const damage = fc.record({
      at: fc.nat(),
      byte: fc.nat({ max: 255 }),
      cut: fc.option(fc.nat(), { freq: 2 }),
    });
    fc.assert(
      fc.property(anyCase, damage, ({ map, birth, data, head }, { at, byte, cut }) => {
        const whole = referenceEncode({ ...head, metrics: data });
        const bytes = cut === null ? whole.slice() : whole.slice(0, cut % whole.length);
        if (cut === null) bytes[at % bytes.length] = byte;
        agree(map, tableOf(birth), bytes);
      }),
      { numRuns: 1500 },
    );
  });

  it('is what a device of the catalogue sends', () => {
    for (const map of maps) {
      const [first] = map.channels.values();
      const ofRow = [...map.channels].filter(
        ([, { row, channel }]) => row === first?.row && channel.type !== 'text' && channel.type !== 'samples',
      );
      if (ofRow.length === 0) continue;
      const birth = ofRow.map(([name, { channel }], alias) => ({
        ...{ name, alias, datatype: typeOf[channel.type] as DataType },
      }));
      const data = ofRow.map(([name, { channel }]) => ({
        name,
        timestamp: now,
        ...(channel.type === 'number' && { doubleValue: 1.5 }),
        ...((channel.type === 'enum' || channel.type === 'flagSet') && { intValue: 1 }),
        ...(channel.type === 'flag' && { booleanValue: true }),
        ...(channel.type === 'time' && { longValue: String(now) }),
      }));
      expect(agree(map, tableOf(birth), referenceEncode({ timestamp: now, seq: 3, metrics: data }))).toBe(
        true,
      );
    }
  });
});
