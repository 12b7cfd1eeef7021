import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import { NodeSession } from '../../../src/protocol/node-session.ts';
import { limits, PayloadError, type PayloadProblem } from '../../../src/protocol/payload.ts';
import { referenceEncode } from './reference.ts';

/** Reason of the refusal; anything else that is thrown fails the test. */
function refusal(bytes: Uint8Array): PayloadProblem | 'taken' {
  try {
    decodePayload(bytes);
    return 'taken';
  } catch (error) {
    if (error instanceof PayloadError) return error.reason;
    throw error;
  }
}
const metric = (...content: number[]) => Uint8Array.of(0x12, content.length, ...content);
const good = encodePayload({
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

describe('hostile payloads', () => {
  it.each<[string, Uint8Array, PayloadProblem]>([
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
  ])('%s is refused with its reason', (_, bytes, reason) => {
    expect(refusal(bytes)).toBe(reason);
  });

  it('every truncation is refused or is a shorter payload; nothing else is thrown', () => {
    for (let end = 0; end < good.length; end++) refusal(good.subarray(0, end));
    expect(refusal(good)).toBe('taken');
    expect(refusal(good.subarray(0, good.length - 3))).not.toBe('utf8');
  });

  it('random bytes and mutations never throw anything but PayloadError, and a session survives them', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 }).map((changes) => {
            const bytes = good.slice();
            for (const [at, byte] of changes) bytes[at] = byte;
            return bytes;
          }),
        ),
        (bytes) => {
          if (refusal(bytes) !== 'taken') return;
          const session = new NodeSession();
          session.receive({ group: 'g', type: 'NBIRTH', device: null, payload: decodePayload(bytes) }, 0);
          session.receive({ group: 'g', type: 'NDATA', device: null, payload: decodePayload(bytes) }, 1);
          session.tick(10_000);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('deep templates are passed over without recursion', () => {
    let nested = new Uint8Array(0);
    for (let depth = 0; depth < 5000; depth++) {
      const length = nested.length;
      const next = new Uint8Array(length + 4);
      next.set([0x92, 0x01, (length & 127) | 128, length >> 7]);
      next.set(nested, 4);
      if (length >= 16384) break;
      nested = next;
    }
    expect(refusal(referenceEncode({ body: nested }))).toBe('taken');
    expect(
      refusal(Uint8Array.of(0x12, (nested.length & 127) | 128, (nested.length >> 7) & 127, ...nested)),
    ).toBe('taken');
  });

  it('one message tells at most 16 problems, however many it has', () => {
    const session = new NodeSession();
    const births = encodePayload({ seq: 0, metrics: [{ name: 'a', datatype: DataType.Double, value: 1 }] });
    session.receive({ group: 'g', type: 'NBIRTH', device: null, payload: decodePayload(births) }, 0);
    const metrics = Array.from({ length: 5000 }, (_, index) => ({
      name: `u${index}`,
      datatype: DataType.Double,
      value: 1,
    }));
    const payload = decodePayload(encodePayload({ seq: 1, metrics }));
    const events = session.receive({ group: 'g', type: 'NDATA', device: null, payload }, 1);
    expect(events.filter((event) => event.type === 'problem')).toHaveLength(16);
    expect(events.filter((event) => event.type === 'requestRebirth')).toHaveLength(1);
  });
});
