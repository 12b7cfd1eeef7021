/** Payloads that no honest device sends. */
import fc from 'fast-check';
import { DataType } from '../../src/protocol/datatype.ts';
import { encodePayload } from '../../src/protocol/encode.ts';
import { limits, type PayloadProblem } from '../../src/protocol/payload.ts';
import { referenceEncode } from '../unit/protocol/reference.ts';

const metric = (...content: number[]) => Uint8Array.of(0x12, content.length, ...content);
/** An honest one, to be cut short and changed. */
export const good = encodePayload({
  timestamp: 1,
  seq: 0,
  metrics: [
    { name: 'bdSeq', datatype: DataType.UInt64, value: 1n },
    { name: 'text', datatype: DataType.String, value: '滑坡' },
    {
      name: 'set',
      datatype: DataType.DataSet,
      value: { columns: ['a'], types: [DataType.Double], rows: [[1]] },
    },
  ],
});

/** What the decoder refuses, and why. */
export const refused: readonly (readonly [string, Uint8Array, PayloadProblem])[] = [
  ['more bytes than allowed', new Uint8Array(limits.bytes + 1), 'tooLarge'],
  [
    '100,000 empty metrics',
    new Uint8Array(200_000).map((_, index) => (index % 2 === 0 ? 0x12 : 0)),
    'tooManyMetrics',
  ],
  ['a length beyond the message', Uint8Array.of(0x12, 0xff, 0xff, 0xff, 0x7f), 'truncated'],
  ['a length beyond 2^31', Uint8Array.of(0x12, 0xff, 0xff, 0xff, 0xff, 0x7f), 'truncated'],
  ['a value that runs over its metric', Uint8Array.of(0x12, 2, 0x58, 0xff, 0x01), 'truncated'],
  ['a name that runs over its metric', Uint8Array.of(0x12, 2, 0x0a, 4, 97, 97, 97, 97), 'truncated'],
  ['an endless varint', Uint8Array.of(0x08, ...new Array(11).fill(0xff)), 'number'],
  ['a time beyond 2^53', Uint8Array.of(0x08, ...new Array(9).fill(0xff), 0x01), 'number'],
  ['a name that is not UTF-8', metric(0x0a, 2, 0xc3, 0x28), 'utf8'],
  ['a text that is not UTF-8', metric(0x7a, 2, 0xff, 0xfe), 'utf8'],
  ['an endless name', metric(0x0a, 0xff, 0xff, 0x03), 'truncated'],
  ['a name of 600 bytes', referenceEncode({ metrics: [{ name: 'a'.repeat(600) }] }), 'nameTooLong'],
  [
    'the name __proto__',
    referenceEncode({ metrics: [{ name: '__proto__', datatype: 10, doubleValue: 1 }] }),
    'forbiddenName',
  ],
  [
    'a name below constructor',
    referenceEncode({ metrics: [{ name: 'param/constructor/x' }] }),
    'forbiddenName',
  ],
  ['a group', Uint8Array.of(0x13, 0x14), 'wireType'],
  ['nested groups', new Uint8Array(100_000).fill(0x1b), 'wireType'],
  ['field number 0', Uint8Array.of(0x00), 'wireType'],
  [
    'a ragged DataSet',
    referenceEncode({
      metrics: [
        {
          name: 'd',
          datasetValue: {
            columns: ['a', 'b'],
            types: [10, 10],
            rows: [{ elements: [{ doubleValue: 1 }] }],
          },
        },
      ],
    }),
    'dataset',
  ],
  [
    'a DataSet of the wrong type',
    referenceEncode({
      metrics: [
        {
          name: 'd',
          datasetValue: { columns: ['a'], types: [10], rows: [{ elements: [{ stringValue: 'x' }] }] },
        },
      ],
    }),
    'dataset',
  ],
  [
    'a DataSet of 1,000 columns',
    referenceEncode({
      metrics: [{ name: 'd', datasetValue: { columns: new Array(1000).fill('a'), types: [] } }],
    }),
    'dataset',
  ],
];

/** Random bytes, and `good` with a few of its bytes changed. */
export const mutants = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 }).map((changes) => {
    const bytes = good.slice();
    for (const [at, byte] of changes) bytes[at] = byte;
    return bytes;
  }),
);

/** Thousands of templates, each within the one before: as a payload's body, and as a metric. */
export function deepTemplates(): readonly [Uint8Array, Uint8Array] {
  let nested = new Uint8Array(0);
  for (let depth = 0; depth < 5000; depth++) {
    const length = nested.length;
    const next = new Uint8Array(length + 4);
    next.set([0x92, 0x01, (length & 127) | 128, length >> 7]);
    next.set(nested, 4);
    if (length >= 16384) break;
    nested = next;
  }
  const metricOf = Uint8Array.of(0x12, (nested.length & 127) | 128, (nested.length >> 7) & 127, ...nested);
  return [referenceEncode({ body: nested }), metricOf];
}
