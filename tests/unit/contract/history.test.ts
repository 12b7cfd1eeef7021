import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryColumns } from '../../../src/contract/history/columns.ts';
import { decodeHistory } from '../../../src/contract/history/decode.ts';
import { encodeHistory } from '../../../src/contract/history/encode.ts';
import { HistoryBytesError } from '../../../src/contract/history/format.ts';

const value = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: -1e5, max: 1e5, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
  { weight: 1, arbitrary: fc.double({ min: -1e12, max: 1e12, noNaN: true }) },
);
const times = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 600_000 }), fc.integer({ min: 1, max: 1e11 })), {
    maxLength: 200,
  })
  .map((steps) => {
    let t = 1_600_000_000_000;
    return Float64Array.from(steps, (step) => (t += step));
  });
const empty = { value: null, min: null, max: null, first: null, last: null, mean: null };

function columns(mode: 'raw' | 'bins'): fc.Arbitrary<{ columns: HistoryColumns; digits: number[] }> {
  return times.chain((t) => {
    const column = fc
      .array(value, { minLength: t.length, maxLength: t.length })
      .map((values) => Float64Array.from(values));
    const channel =
      mode === 'raw'
        ? fc.record({ value: column })
        : fc.record({ min: column, max: column, first: column, last: column, mean: column });
    return fc.array(fc.tuple(channel, fc.integer({ min: 0, max: 6 })), { maxLength: 4 }).map((list) => ({
      columns: {
        mode,
        step: mode === 'raw' ? 0 : 60_000,
        t,
        channels: list.map(([entry], index) => ({ ...empty, ...entry, channel: `c${index}` })),
      },
      digits: list.map(([, digits]) => digits),
    }));
  });
}

describe('history bytes', () => {
  it.each(['raw', 'bins'] as const)('%s: come back rounded to the digits, gaps included', (mode) => {
    fc.assert(
      fc.property(columns(mode), ({ columns: sent, digits }) => {
        const got = decodeHistory(encodeHistory(sent, digits));
        expect(got.mode).toBe(mode);
        expect(got.step).toBe(sent.step);
        expect([...got.t]).toEqual([...sent.t]);
        sent.channels.forEach((channel, index) => {
          const own = digits[index] ?? 0;
          const decoded = got.channels[index];
          expect(decoded?.channel).toBe(channel.channel);
          for (const name of ['value', 'min', 'max', 'first', 'last', 'mean'] as const) {
            const before = channel[name];
            if (before === null || decoded === undefined) continue;
            const after = 'values' in decoded ? decoded.values.doubles() : decoded[name as 'min'];
            expect(after).toHaveLength(before.length);
            before.forEach((number, row) => {
              const back = after[row] ?? Number.POSITIVE_INFINITY;
              if (Number.isNaN(number)) expect(back).toBeNaN();
              else
                expect(Math.abs(back - number)).toBeLessThanOrEqual(
                  0.51 * 10 ** -own + Math.abs(number) * 1e-12,
                );
            });
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  // Readings are kept as whole numbers of 32 bits where all of them fit; the lowest of those stands for a missing one.
  it.each(
    [-1, 1].flatMap((sign) =>
      [-2, -1, 0, 1, 2].flatMap((beside) =>
        [0, 2].map((digits) => ({ scaled: sign * 2 ** 31 + beside, digits })),
      ),
    ),
  )('raw: $scaled steps with $digits digits after the point come back, and are not missing', ({
    scaled,
    digits,
  }) => {
    const value = scaled / 10 ** digits;
    // By steps that fit into 32 bits themselves.
    const values = Float64Array.from([Math.round(scaled / 2) / 10 ** digits, value, Number.NaN, value]);
    const sent: HistoryColumns = {
      ...{ mode: 'raw', step: 0, t: Float64Array.from([1, 2, 3, 4]) },
      channels: [{ ...empty, channel: 'x', value: values }],
    };
    const got = decodeHistory(encodeHistory(sent, [digits]));
    if (got.mode !== 'raw') throw new Error('raw was sent');
    expect([...(got.channels[0]?.values.doubles() ?? [])]).toEqual([...values]);
  });

  it('refuses what is cut off anywhere', () => {
    const t = Float64Array.from({ length: 50 }, (_, index) => index * 1000);
    const sent: HistoryColumns = {
      mode: 'raw',
      step: 0,
      t,
      channels: [{ ...empty, channel: 'x', value: t }],
    };
    const bytes = encodeHistory(sent, [4]);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeHistory(bytes.slice(0, length))).toThrow(HistoryBytesError);
    }
    expect(() => decodeHistory(Uint8Array.from([...bytes, 0]))).toThrow(HistoryBytesError);
  });

  it('are refused where their version is newer', () => {
    expect(() => decodeHistory(Uint8Array.from([2, 0, 0, 0]))).toThrow(
      expect.objectContaining({ reason: 'version' }),
    );
  });
});
