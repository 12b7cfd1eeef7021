import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LatestValues, mergeLatest, timeOf } from '../../../src/domain/readings/latest.ts';

const row = fc.record({
  t: fc.integer({ min: 1, max: 6 }),
  x: fc.option(fc.integer({ min: 0, max: 3 })),
  y: fc.option(fc.integer({ min: 0, max: 3 })),
});

test('R2 of each channel the newest value stays, with its time, in any order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ t }) => t, minLength: 1 }), fc.integer(), (rows, seed) => {
      const shuffled = rows
        .map((entry, i) => ({ entry, key: Math.sin(seed + i * 12.9898) }))
        .sort((a, b) => a.key - b.key)
        .map(({ entry }) => entry);
      const merged = shuffled.reduce<LatestValues | undefined>(
        (known, { t, x, y }) => mergeLatest(known, { t, receivedAt: t + 1, values: { x, y } }),
        undefined,
      );
      const newest = Math.max(...rows.map(({ t }) => t));
      expect(merged).toMatchObject({ t: newest, receivedAt: newest + 1 });
      for (const channel of ['x', 'y'] as const) {
        const last = rows.filter((entry) => entry[channel] !== null).sort((a, b) => b.t - a.t)[0];
        expect(merged?.values[channel] ?? null).toBe(last?.[channel] ?? null);
        expect(merged === undefined ? null : timeOf(merged, channel)).toBe(last?.t ?? null);
      }
    }),
  );
});

test('R7 a doubtful value stands until a good one of its time or later', () => {
  const doubtful = (t: number) => ({
    t,
    receivedAt: t,
    values: {},
    notGood: { x: { quality: 0, value: 9, t } },
  });
  const good = (t: number) => ({ t, receivedAt: t, values: { x: 1 } });
  expect(mergeLatest(good(1), doubtful(2)).notGood).toEqual({ x: { quality: 0, value: 9, t: 2 } });
  expect(mergeLatest(mergeLatest(good(1), doubtful(2)), good(3)).notGood).toBeUndefined();
  expect(mergeLatest(doubtful(2), good(2)).notGood).toBeUndefined();
  expect(mergeLatest(good(3), doubtful(2)).notGood).toBeUndefined();
});
