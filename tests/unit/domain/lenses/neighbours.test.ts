import { describe, expect, it } from 'vitest';
import {
  apartFrom,
  chanceOf,
  leastPairs,
  type Neighbours,
  neighboursOf,
  spearman,
} from '../../../../src/domain/lenses/neighbours.ts';
import { hour, type TimeSeries } from '../../../../src/domain/lenses/series.ts';
import { noise } from './noise.ts';

const start = 1_790_000_000_000;
const cells = 120;
const span = { from: start, to: start + cells * hour, cells };
/** Four readings an hour of a value by hours. */
function made(value: (x: number) => number, seed: number, scatter = 0.1): TimeSeries {
  const random = noise(seed);
  const t = Float64Array.from({ length: cells * 4 }, (_, i) => start + (i * hour) / 4);
  return { t, values: t.map((at) => value((at - start) / hour) + scatter * random()) };
}
/** What all of them do, in waves of a day. */
const common = (x: number) => Math.sin((2 * Math.PI * x) / 24) + 0.5 * Math.sin((2 * Math.PI * x) / 9);
const found = (series: readonly TimeSeries[]): Neighbours => {
  const answer = neighboursOf({ series, ...span });
  if (answer === 'few') throw new Error(answer);
  return answer;
};
const group = (last: (x: number) => number = common) => [
  made(common, 1),
  made((x) => 40 * common(x) + 300, 2, 4),
  made((x) => 0.01 * common(x), 3, 0.001),
  made(last, 4),
];

describe('ranks of two lists', () => {
  it('agree with ρ = 1 − 6 Σd² / (n (n² − 1)) where no values are equal', () => {
    const random = noise(8);
    const a = Float64Array.from({ length: 25 }, () => random());
    const b = Float64Array.from({ length: 25 }, (_, i) => (a[i] as number) + random());
    const place = (all: Float64Array, value: number) => all.filter((one) => one < value).length;
    const squares = a.reduce((sum, one, i) => sum + (place(a, one) - place(b, b[i] as number)) ** 2, 0);
    expect(spearman(a, b).rho).toBeCloseTo(1 - (6 * squares) / (25 * (25 * 25 - 1)), 12);
  });

  it('are 1 and −1 for what rises and falls together however bent, and none for too few or for what stands still', () => {
    const a = Float64Array.from({ length: leastPairs }, (_, i) => i);
    expect(
      spearman(
        a,
        a.map((one) => Math.exp(one)),
      ).rho,
    ).toBeCloseTo(1, 12);
    expect(
      spearman(
        a,
        a.map((one) => -(one ** 3)),
      ).rho,
    ).toBeCloseTo(-1, 12);
    expect(spearman(a.subarray(1), a.subarray(1))).toEqual({ rho: Number.NaN, count: leastPairs - 1 });
    expect(
      spearman(
        a,
        a.map(() => 5),
      ).rho,
    ).toBeNaN();
    const holes = a.map((one, i) => (i === 3 ? Number.NaN : one));
    expect(spearman(a, holes).count).toBe(leastPairs - 1);
    // Equal values share the mean of their places: by hand for 1, 2, 2, 3 beside 1, 2, 3, 4, thrice with 10 apart.
    const tied = Float64Array.from(
      { length: 12 },
      (_, i) => Math.floor(i / 4) * 10 + ([1, 2, 2, 3][i % 4] as number),
    );
    const free = Float64Array.from({ length: 12 }, (_, i) => i);
    expect(spearman(tied, free).rho).toBeCloseTo((143 - 1.5) / Math.sqrt((143 - 1.5) * 143), 12);
  });
});

describe('neighbours', () => {
  it('are means of the cells, scored by their own scatter: units do not matter', () => {
    const { values, scores, t, step } = found(group());
    expect(t).toHaveLength(cells);
    expect(step).toBe(hour);
    const [first] = group();
    expect(values[0]?.[7]).toBeCloseTo(
      [28, 29, 30, 31].reduce((sum, i) => sum + (first?.values[i] as number), 0) / 4,
      12,
    );
    // Forty times as large and shifted: nearly the same scores.
    scores[0]?.forEach((own, i) => {
      expect(Math.abs(own - (scores[1]?.[i] as number))).toBeLessThan(0.5);
    });
  });

  it('that move alike are correlated beyond chance, one that moves by itself is not; with itself it is 1', () => {
    const { correlation, pairs } = found(group((x) => Math.sin(x * 1.7) * Math.cos(x * 0.31)));
    expect(correlation[0]?.[1]).toBeGreaterThan(0.8);
    expect(correlation[2]?.[0]).toBe(correlation[0]?.[2]);
    expect(correlation[1]?.[1]).toBeCloseTo(1, 12);
    expect(pairs[0]?.[3]).toBe(cells - 1);
    expect(Math.abs(correlation[0]?.[3] as number)).toBeLessThan(chanceOf(cells - 1));
  });

  it('trend together without being correlated: it is the changes that count', () => {
    const { correlation } = found([
      made((x) => 0.2 * x, 5),
      made((x) => 0.2 * x, 6),
      made((x) => 0.3 * x, 7),
    ]);
    expect(Math.abs(correlation[0]?.[1] as number)).toBeLessThan(0.3);
  });

  it('of which one leaves the others name it and since when; none while all move alike', () => {
    expect(found(group()).outliers).toEqual([]);
    const { outliers } = found(group((x) => common(x) + (x >= 100 ? 9 : 0)));
    expect(outliers.map(({ series }) => series)).toEqual([3]);
    expect(outliers[0]?.since).toBe(start + 100 * hour);
    expect(outliers[0]?.score).toBeGreaterThan(apartFrom.deviations);
  });

  it('name nobody where all go apart from each other', () => {
    const leaving = (by: number, seed: number) => made((x) => common(x) + (x >= 100 ? by : 0), seed);
    expect(found([20, -20, 35, -35, 50].map((by, i) => leaving(by, i + 30))).outliers).toEqual([]);
  });

  it('do not name one that was apart and has come back, nor a short spike at the end', () => {
    expect(found(group((x) => common(x) + (x >= 60 && x < 80 ? 9 : 0))).outliers).toEqual([]);
    const late = (length: number) =>
      found(group((x) => common(x) + (x >= cells - length ? 9 : 0))).outliers.length;
    expect(late(apartFrom.cells - 1)).toBe(0);
    expect(late(apartFrom.cells)).toBe(1);
  });

  it('need two series with readings; a cell without one is unknown', () => {
    const [a] = group();
    if (a === undefined) throw new Error('none');
    expect(neighboursOf({ series: [a], ...span })).toBe('few');
    const short = { t: a.t.subarray(0, 11 * 4), values: a.values.subarray(0, 11 * 4) };
    expect(neighboursOf({ series: [a, short], ...span })).toBe('few');
    const enough = { t: a.t.subarray(0, 12 * 4), values: a.values.subarray(0, 12 * 4) };
    const two = neighboursOf({ series: [a, enough], ...span });
    if (two === 'few') throw new Error('few');
    expect(two.values[1]?.[12]).toBeNaN();
    expect(two.scores[1]?.[12]).toBeNaN();
    // Of two alone nobody can say which of them is apart.
    expect(two.outliers).toEqual([]);
    expect(two.apart[0]?.every(Number.isNaN)).toBe(true);
  });
});
