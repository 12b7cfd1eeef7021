import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import type { MetricInput, MetricValue } from '../../../src/protocol/payload.ts';
import { resolve } from '../../../src/protocol/value.ts';
import { referenceDecode, referenceEncode } from './reference.ts';

const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
const word = (bits: number, signed: boolean) =>
  signed
    ? fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 })
    : fc.integer({ min: 0, max: 2 ** bits - 1 });
const wellFormed = fc.string({ unit: 'grapheme', maxLength: 40 });
const scalars: [DataType, fc.Arbitrary<MetricValue>][] = [
  [DataType.Int8, word(8, true)],
  [DataType.Int16, word(16, true)],
  [DataType.Int32, word(32, true)],
  [DataType.Int64, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
  [DataType.UInt8, word(8, false)],
  [DataType.UInt16, word(16, false)],
  [DataType.UInt32, word(32, false)],
  [DataType.UInt64, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })],
  [DataType.Float, fc.float({ noNaN: true })],
  [DataType.Double, fc.double()],
  [DataType.Boolean, fc.boolean()],
  [DataType.String, wellFormed],
  [DataType.DateTime, time],
  [DataType.Text, wellFormed],
  [DataType.UUID, fc.uuid()],
];
const others: [DataType, fc.Arbitrary<MetricValue>][] = [
  [DataType.Bytes, fc.uint8Array({ maxLength: 50 })],
  [DataType.File, fc.uint8Array({ maxLength: 50 })],
  [DataType.DoubleArray, fc.uint8Array({ maxLength: 48 })],
  [
    DataType.DataSet,
    fc
      .array(fc.constantFrom(...scalars), { minLength: 1, maxLength: 5 })
      .chain((columns) =>
        fc.array(fc.tuple(...columns.map(([, value]) => fc.option(value))), { maxLength: 4 }).map((rows) => ({
          columns: columns.map((_, index) => `c${index}`),
          types: columns.map(([type]) => type),
          rows,
        })),
      )
      .map((set) => set as MetricValue),
  ],
];
const anyMetric = fc.constantFrom(...scalars, ...others).chain(([datatype, value]) =>
  fc.record({
    name: fc.option(fc.string({ minLength: 1, maxLength: 20 }).map((text) => `m/x${text}`)),
    alias: fc.option(fc.oneof(fc.nat(), fc.bigInt({ min: 2n ** 60n, max: 2n ** 64n - 1n }))),
    timestamp: fc.option(time),
    datatype: fc.constant(datatype),
    isHistorical: fc.boolean(),
    isTransient: fc.boolean(),
    value: fc.option(value),
  }),
);
const metric = anyMetric as fc.Arbitrary<MetricInput>;

const plain = (value: unknown) => (value instanceof Uint8Array ? [...value] : value);

describe('the payload codec', () => {
  it('gives back what was encoded, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.option(time),
        fc.option(fc.integer({ min: 0, max: 255 })),
        fc.array(metric, { maxLength: 12 }),
        (timestamp, seq, metrics) => {
          const decoded = decodePayload(encodePayload({ timestamp, seq, metrics }));
          expect(decoded.timestamp).toBe(timestamp);
          expect(decoded.seq).toBe(seq);
          expect(
            decoded.metrics.map((found) => [
              found.name,
              found.alias,
              found.timestamp,
              found.datatype,
              found.isHistorical,
              found.isTransient,
              plain(found.value),
            ]),
          ).toEqual(
            metrics.map((sent) => [
              sent.name,
              sent.alias,
              sent.timestamp,
              sent.datatype,
              sent.isHistorical,
              sent.isTransient,
              plain(sent.value),
            ]),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reads DATA without data types by the type of the birth', () => {
    fc.assert(
      fc.property(fc.array(metric, { maxLength: 12 }), (metrics) => {
        const decoded = decodePayload(encodePayload({ timestamp: 1, seq: 1, metrics }, { datatypes: false }));
        expect(decoded.metrics.every((found) => found.datatype === null && found.value === undefined)).toBe(
          true,
        );
        expect(
          decoded.metrics.map((found, index) => plain(resolve(found, metrics[index]?.datatype ?? 1))),
        ).toEqual(metrics.map((sent) => plain(sent.value)));
      }),
      { numRuns: 300 },
    );
  });

  it('writes what the protobuf text reads: the same bytes, field by field', () => {
    const bytes = encodePayload({
      timestamp: 1_700_000_000_123,
      seq: 255,
      uuid: 'u',
      body: Uint8Array.of(1, 2),
      metrics: [
        { name: 'bdSeq', alias: 7, datatype: DataType.Int64, timestamp: 5, value: -2n },
        { name: 'tilt', datatype: DataType.Double, value: 1.5, isHistorical: true, isTransient: true },
        { name: 'none', datatype: DataType.Double, value: null },
      ],
    });
    expect(referenceDecode(bytes)).toEqual({
      timestamp: '1700000000123',
      seq: '255',
      uuid: 'u',
      body: 'AQI=',
      metrics: [
        { name: 'bdSeq', alias: '7', timestamp: '5', datatype: 4, longValue: '18446744073709551614' },
        { name: 'tilt', datatype: 10, isHistorical: true, isTransient: true, doubleValue: 1.5 },
        { name: 'none', datatype: 10, isNull: true },
      ],
    });
  });

  it('reads what the protobuf text writes, with templates and properties passed over', () => {
    const deep = (depth: number): object => ({
      version: '1',
      metrics: depth === 0 ? [] : [{ name: 't', datatype: 19, templateValue: deep(depth - 1) }],
    });
    const { metrics } = decodePayload(
      referenceEncode({
        seq: 3,
        metrics: [
          { name: 'template', datatype: 19, templateValue: deep(40) },
          {
            name: 'x',
            datatype: 10,
            metadata: { contentType: 'a', size: 4 },
            properties: { keys: ['unit'], values: [{ type: 12, stringValue: 'mm' }] },
            doubleValue: -3.25,
          },
          {
            name: 'profile',
            datatype: 16,
            datasetValue: {
              numOfColumns: 2,
              columns: ['depth', 'node'],
              types: [10, 3],
              rows: [
                { elements: [{ doubleValue: -1 }, { intValue: 4294967295 }] },
                { elements: [{}, { intValue: 2 }] },
              ],
            },
          },
        ],
      }),
    );
    expect(metrics.map((found) => [found.name, found.value])).toEqual([
      ['template', undefined],
      ['x', -3.25],
      [
        'profile',
        {
          columns: ['depth', 'node'],
          types: [10, 3],
          rows: [
            [-1, -1],
            [null, 2],
          ],
        },
      ],
    ]);
  });

  it('takes the several ways in which integers are written', () => {
    const value = (datatype: number, field: object) =>
      decodePayload(referenceEncode({ metrics: [{ name: 'm', datatype, ...field }] })).metrics[0]?.value;
    // Negatives of the narrow types: 32-bit and narrow two's complement.
    expect(value(DataType.Int8, { intValue: 0xfffffffb })).toBe(-5);
    expect(value(DataType.Int8, { intValue: 0xfb })).toBe(-5);
    expect(value(DataType.Int16, { intValue: 0xfffffed4 })).toBe(-300);
    expect(value(DataType.Int16, { intValue: 0xfed4 })).toBe(-300);
    expect(value(DataType.Int32, { intValue: 0xffffffff })).toBe(-1);
    expect(value(DataType.Int32, { longValue: '18446744073709551615' })).toBe(-1);
    expect(value(DataType.UInt32, { intValue: 4294967295 })).toBe(4294967295);
    expect(value(DataType.UInt32, { longValue: '4294967295' })).toBe(4294967295);
    expect(value(DataType.UInt64, { longValue: '18446744073709551615' })).toBe(18446744073709551615n);
    expect(value(DataType.Int64, { longValue: '18446744073709551615' })).toBe(-1n);
    expect(value(DataType.Int64, { intValue: 7 })).toBe(7n);
  });

  it('does not read what does not fit the data type', () => {
    const value = (datatype: number, field: object) =>
      decodePayload(referenceEncode({ metrics: [{ name: 'm', datatype, ...field }] })).metrics[0]?.value;
    expect(value(DataType.Double, { stringValue: '1' })).toBeUndefined();
    expect(value(DataType.Double, { intValue: 1 })).toBeUndefined();
    expect(value(DataType.Boolean, { intValue: 1 })).toBeUndefined();
    expect(value(DataType.Int8, { intValue: 300 })).toBeUndefined();
    expect(value(DataType.UInt32, { longValue: '4294967296' })).toBeUndefined();
    expect(value(DataType.DateTime, { longValue: '18446744073709551615' })).toBeUndefined();
    expect(value(DataType.Double, {})).toBeUndefined();
    expect(value(DataType.Double, { isNull: true })).toBeNull();
  });

  it('refuses to encode a value that its data type cannot hold', () => {
    const encode = (datatype: DataType, value: MetricValue) => () =>
      encodePayload({ metrics: [{ name: 'm', datatype, value }] });
    expect(encode(DataType.Int8, 128)).toThrow(TypeError);
    expect(encode(DataType.UInt32, -1)).toThrow(TypeError);
    expect(encode(DataType.UInt64, -1n)).toThrow(TypeError);
    expect(encode(DataType.Double, '1')).toThrow(TypeError);
    expect(encode(DataType.Bytes, 'x')).toThrow(TypeError);
    expect(encode(DataType.DataSet, { columns: ['a'], types: [], rows: [] })).toThrow(TypeError);
  });
});
