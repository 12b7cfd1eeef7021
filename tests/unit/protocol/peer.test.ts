/** The independent peer: Eclipse Tahu's payload package, with its known holes kept out of what is compared. */
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';

interface Peer {
  encodePayload(payload: object): Uint8Array;
  decodePayload(bytes: Uint8Array): { seq?: unknown; metrics?: { name: string; value: unknown }[] | null };
}
const peer = (createRequire(import.meta.url)('sparkplug-payload') as { get(namespace: string): Peer }).get(
  'spBv1.0',
);

describe('against the independent peer', () => {
  it('we read what it writes', () => {
    const bytes = peer.encodePayload({
      timestamp: 1_700_000_000_000,
      seq: 4,
      metrics: [
        { name: 'bdSeq', type: 'UInt64', value: 3 },
        { name: 'i8', type: 'Int8', value: -5 },
        { name: 'i32', type: 'Int32', value: -70000 },
        { name: 'u32', type: 'UInt32', value: 4294967295 },
        { name: 'f', type: 'Float', value: 1.5 },
        { name: 'd', alias: 9, type: 'Double', value: -2.25, timestamp: 5, isHistorical: true },
        { name: 'b', type: 'Boolean', value: true },
        { name: 's', type: 'String', value: '雨量' },
        { name: 'by', type: 'Bytes', value: Uint8Array.of(1, 2, 3) },
        { name: 'n', type: 'Double', value: null, isNull: true },
        {
          name: 'set',
          type: 'DataSet',
          value: {
            numOfColumns: 2,
            types: ['Double', 'String'],
            columns: ['depth', 'note'],
            rows: [[-1.5, 'a']],
          },
        },
      ],
    });
    const payload = decodePayload(bytes);
    expect(payload.seq).toBe(4);
    expect(
      payload.metrics.map(({ name, value }) => [name, value instanceof Uint8Array ? [...value] : value]),
    ).toEqual([
      ['bdSeq', 3n],
      ['i8', -5],
      ['i32', -70000],
      ['u32', 4294967295],
      ['f', 1.5],
      ['d', -2.25],
      ['b', true],
      ['s', '雨量'],
      ['by', [1, 2, 3]],
      ['n', null],
      ['set', { columns: ['depth', 'note'], types: [DataType.Double, DataType.String], rows: [[-1.5, 'a']] }],
    ]);
    expect(payload.metrics[5]).toMatchObject({ alias: 9, timestamp: 5, isHistorical: true });
  });

  it('it reads what we write', () => {
    const decoded = peer.decodePayload(
      encodePayload({
        timestamp: 1,
        seq: 200,
        metrics: [
          { name: 'i16', datatype: DataType.Int16, value: -300 },
          { name: 'u32', datatype: DataType.UInt32, value: 7 },
          { name: 'd', datatype: DataType.Double, value: 0.125 },
          { name: 's', datatype: DataType.String, value: 'テスト' },
          {
            name: 'set',
            datatype: DataType.DataSet,
            value: { columns: ['a'], types: [DataType.Double], rows: [[2.5], [3.5]] },
          },
        ],
      }),
    );
    expect(Number(decoded.seq)).toBe(200);
    const values = Object.fromEntries(
      (decoded.metrics ?? []).map(({ name, value }) => [name, name === 'u32' ? Number(value) : value]),
    );
    expect(values).toMatchObject({
      i16: -300,
      u32: 7,
      d: 0.125,
      s: 'テスト',
      set: { columns: ['a'], rows: [[2.5], [3.5]] },
    });
  });
});
