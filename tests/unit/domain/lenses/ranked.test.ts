/** Ranks, neighbourhoods and the grid of creep fits against their plain forms: to the bit where they are a rank, with a bound where they are sums. */
import { describe, expect, it } from 'vitest';
import { fitAt } from '../../../../src/domain/lenses/creep-fit.ts';
import { restsOver } from '../../../../src/domain/lenses/creep-grid.ts';
import { ranked } from '../../../../src/domain/lenses/ranked.ts';
import { outliers, theilSen } from '../../../../src/domain/lenses/robust.ts';
import { noise } from './noise.ts';

const sorted = (values: readonly number[]) => [...Float64Array.from(values).sort()];

describe('a value by its rank', () => {
  it.each([
    ['different ones', [3, 1, 2, 9, -4, 7]],
    ['equal ones', [2, 2, 2, 1, 1, 2, 3, 3]],
    ['in order', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['backwards', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['both zeros', [0, -0, 0, -0, 1, -1]],
    [
      'missing and infinite ones',
      [Number.NaN, 3, Number.POSITIVE_INFINITY, Number.NaN, Number.NEGATIVE_INFINITY],
    ],
    ['one', [5]],
  ])('is that of a sort: %s', (_, values) => {
    for (const [rank, value] of sorted(values).entries())
      expect(Object.is(ranked(Float64Array.from(values), rank), value), `${rank}`).toBe(true);
    // Outside, on both sides.
    expect(ranked(Float64Array.from(values), -1)).toBeNaN();
    expect(ranked(Float64Array.from(values), values.length)).toBeNaN();
  });

  it('is that of a sort for many series, also asked again of the same values', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = noise(seed);
      const values = Array.from({ length: 3 * seed }, () => Number(random().toFixed(seed % 4)));
      const whole = sorted(values);
      const used = Float64Array.from(values);
      for (const rank of [0, whole.length - 1, whole.length >> 1, seed % whole.length])
        expect(Object.is(ranked(used, rank), whole[rank]), `${seed} ${rank}`).toBe(true);
    }
  });
});

/** The published forms, with sorts. */
const middle = (values: readonly number[]) => {
  const s = sorted(values);
  const half = s.length >> 1;
  return s.length % 2 === 1
    ? (s[half] ?? Number.NaN)
    : ((s[half - 1] ?? Number.NaN) + (s[half] ?? Number.NaN)) / 2;
};
function hampel(values: readonly number[]): number[] {
  const near = values.map((_, i) => {
    const low = Math.max(0, Math.min(i - 5, values.length - 11));
    return values.slice(low, low + 11);
  });
  const away = values.map((value, i) => Math.abs(value - middle(near[i] ?? [])));
  const whole = 1.4826 * middle(away);
  return away.map((one, i) => {
    const own = near[i] ?? [];
    const deviation = 1.4826 * middle(own.map((value) => Math.abs(value - middle(own))));
    return one > 4 * Math.max(deviation, whole) ? 1 : 0;
  });
}

describe('statistics that rank', () => {
  it.each([0, 1, 5, 10, 11, 12, 60, 400])('find the outliers of %i readings that sorts find', (length) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = noise(seed, seed % 3 === 0 ? 0.8 : 0);
      const values = Array.from({ length }, (_, i) =>
        Number((random() + (i % 17 === 3 ? 9 : 0) + i * 0.1).toFixed(seed % 5)),
      );
      expect([...outliers(Float64Array.from(values))]).toEqual(hampel(values));
    }
  });

  it('find the slope, and its range, that sorts find', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = noise(seed);
      const t = Array.from({ length: 2 + seed * 3 }, (_, i) => i * 60_000 + (i % 3));
      const values = t.map((at) => 1e-6 * at + random());
      const slopes = sorted(
        t.flatMap((a, i) =>
          t.slice(i + 1).map((b, k) => ((values[i + 1 + k] ?? 0) - (values[i] ?? 0)) / (b - a)),
        ),
      );
      const [n, count] = [t.length, slopes.length];
      const half = (1.96 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)) / 2;
      const at = (place: number) => slopes[Math.max(0, Math.min(count - 1, Math.round(place)))];
      expect(theilSen({ t: Float64Array.from(t), values: Float64Array.from(values) })).toEqual({
        ...{ slope: middle(slopes), low: at(count / 2 - half - 0.5), high: at(count / 2 + half - 0.5) },
      });
    }
  });
});

describe('the grid of creep fits', () => {
  it.each([
    0, 0.001, 0.1, 3,
  ])('leaves what each fit leaves, within a tenth of its doubt (noise %d)', (scatter) => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = noise(seed, 0.3);
      const t = Float64Array.from({ length: 120 }, (_, i) => (seed === 1 ? 1000 : 0) + i * 0.25 * seed);
      const end = t.at(-1) ?? 0;
      const begin = t[0] ?? 0;
      const span = end - begin;
      const values = t.map((at) => -span * Math.log((begin + 1.05 * span - at) / span) + scatter * random());
      const points = { t, values, weights: t.map((_, i) => 1 + (i % 5)) };
      const onsets = Float64Array.from({ length: 20 }, (_, i) => begin + span * (0.1 + (0.8 * i) / 19));
      const failures = Float64Array.from({ length: 24 }, (_, j) => end + span * 0.002 * 2000 ** (j / 23));
      const { rests, doubt } = restsOver(points, onsets, failures);
      expect(doubt).toBeGreaterThan(0);
      for (const [at, rest] of rests.entries()) {
        const onset = onsets[Math.floor(at / 24)] ?? 0;
        const own = fitAt(points, onset, failures[at % 24] ?? 0, 2).rest;
        expect(Math.abs(rest - own)).toBeLessThan(doubt / 10);
      }
    }
  });
});
