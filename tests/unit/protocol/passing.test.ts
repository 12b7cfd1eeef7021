/** DATA that passes a session at once, against a session that receives everything. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataType } from '../../../src/protocol/datatype.ts';
import { decodePayload } from '../../../src/protocol/decode.ts';
import { encodePayload } from '../../../src/protocol/encode.ts';
import type { InboundType, NodeEvent } from '../../../src/protocol/node-events.ts';
import { NodeSession } from '../../../src/protocol/node-session.ts';

interface Step {
  readonly type: InboundType | 'unreadable' | 'tick' | 'forget' | 'left';
  /** Behind the number that is next; of most messages 0. */
  readonly ahead: number;
  readonly device: string | null;
  readonly group: string;
  readonly bdSeq: number;
  readonly metric: string;
  readonly later: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  type: fc.oneof(
    { weight: 25, arbitrary: fc.constantFrom('NDATA' as const, 'DDATA' as const) },
    { weight: 2, arbitrary: fc.constantFrom('NBIRTH' as const, 'DBIRTH' as const, 'DBIRTH' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...(['NDEATH', 'DDEATH', 'unreadable', 'tick', 'tick', 'forget', 'left'] as const),
      ),
    },
  ),
  ahead: fc.oneof(
    { weight: 30, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -2, max: 3 }) },
  ),
  device: fc.oneof({ weight: 8, arbitrary: fc.constant('0') }, { weight: 1, arbitrary: fc.constant('1') }),
  group: fc.oneof({ weight: 40, arbitrary: fc.constant('g') }, { weight: 1, arbitrary: fc.constant('h') }),
  bdSeq: fc.constantFrom(1, 1, 1, 2),
  metric: fc.oneof({ weight: 20, arbitrary: fc.constant('x') }, { weight: 1, arbitrary: fc.constant('y') }),
  later: fc.constantFrom(0, 0, 500, 3000, 70_000, 200_000),
});

const plain = (events: readonly NodeEvent[]) =>
  events.map((event) => (event.type === 'taken' ? { type: 'taken' } : event));

describe('DATA that passes', () => {
  it('brings what it would have brought by the long way, and leaves the session as that would', () => {
    let passed = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const rebirth = { random: () => 0.5 };
        const quick = new NodeSession({ rebirth });
        const slow = new NodeSession({ rebirth });
        let now = 1000;
        let next = 0;
        const birth: Step = {
          type: 'NBIRTH',
          ahead: 0,
          device: null,
          group: 'g',
          bdSeq: 1,
          metric: 'x',
          later: 0,
        };
        for (const { type, ahead, device, group, bdSeq, metric, later } of [
          birth,
          { ...birth, type: 'DBIRTH', device: '0' } as const,
          ...steps,
        ]) {
          now += later;
          if (type === 'left') {
            for (const session of [quick, slow]) session.disconnected();
          } else if (type === 'unreadable') {
            expect(quick.unreadable('NDATA', now)).toEqual(slow.unreadable('NDATA', now));
          } else if (type === 'tick') {
            expect(plain(quick.tick(now))).toEqual(plain(slow.tick(now)));
          } else if (type === 'forget') {
            expect(plain(quick.forget(now))).toEqual(plain(slow.forget(now)));
          } else {
            const isOfNode = type === 'NBIRTH' || type === 'NDEATH' || type === 'NDATA';
            if (type === 'NBIRTH') next = 0;
            const seq = (next + ahead + 256) % 256;
            if (ahead >= 0 && type !== 'NDEATH') next = (seq + 1) % 256;
            const session = { name: 'bdSeq', datatype: DataType.Int64, value: BigInt(bdSeq) };
            const value = { name: metric, datatype: DataType.Double, value: now };
            const metrics = [...(isOfNode && type !== 'NDATA' ? [session] : []), value];
            const bytes = encodePayload({ timestamp: now, seq, metrics }, { datatypes: true });
            const owner = isOfNode ? null : device;
            const message = () => ({
              ...{ group, type, device: owner, bytes: bytes.length, settle: () => {} },
              payload: decodePayload(bytes),
            });
            const expected = plain(slow.receive(message(), now));
            const table = quick.tableOf(owner);
            const isData = type === 'NDATA' || type === 'DDATA';
            // As its reader would: what was not declared goes the long way.
            const isKnown = table?.has(metric) === true;
            if (isData && isKnown && table !== undefined && quick.passes(group, seq)) {
              passed += 1;
              const read = table.data(decodePayload(bytes), () => {});
              expect(expected).toEqual([
                { type: 'data', device: owner, timestamp: now, metrics: read },
                { type: 'taken' },
              ]);
            } else expect(plain(quick.receive(message(), now))).toEqual(expected);
          }
          expect(quick.deadline).toBe(slow.deadline);
          expect(quick.quality).toBe(slow.quality);
        }
      }),
      { numRuns: 500 },
    );
    expect(passed).toBeGreaterThan(1000);
  });
});
