import { describe, expect, it } from 'vitest';
import { creepRate, creepShape, fitAt, refined } from '../../../../src/domain/lenses/creep-fit.ts';
import { type FailureResult, failureForecast } from '../../../../src/domain/lenses/failure.ts';
import { day, type TimeSeries } from '../../../../src/domain/lenses/series.ts';
import { noise } from './noise.ts';

const isLong = process.env['LONG'] === '1';
const start = 1_790_000_000_000;
const [onset, span, steady] = [7, 14, 0.45];
const hit = { seeds: isLong ? 500 : 30, refits: isLong ? 400 : 50 };
const quiet = { seeds: isLong ? 500 : 60 };

interface Made {
  readonly seed: number;
  readonly scatter: number;
  readonly alike?: number;
  readonly days?: number;
}
/** Hourly readings over 14 days of a movement, with noise, and one in a hundred far off. */
function made(value: (x: number) => number, { seed, scatter, alike = 0, days = span }: Made): TimeSeries {
  const random = noise(seed, alike);
  const t = Float64Array.from({ length: days * 24 }, (_, i) => start + (i * day) / 24);
  return {
    t,
    values: t.map(
      (at, i) =>
        value((at - start) / day) + scatter * random() + ((i + seed) % 100 === 50 ? 15 * scatter : 0),
    ),
  };
}

/** Displacement of inverse velocity that falls along a line from the onset on and is zero at `failure`: its own integral, by steps. */
function slope(failure: number): (x: number) => number {
  const step = 1 / 960;
  const sums = [0];
  for (let x = 0; x < span + 1 && x < failure - 0.02; x += step) {
    const middle = x + step / 2;
    const inverse = middle <= onset ? 1 / steady : (failure - middle) / (steady * (failure - onset));
    sums.push((sums.at(-1) as number) + step / inverse);
  }
  return (x) => sums[Math.round(x / step)] ?? Number.NaN;
}
const asked = (series: TimeSeries, refits: number, moments = 0): FailureResult =>
  failureForecast(series, { refits, moments, from: null });
const given = ({ forecast }: FailureResult) => {
  if (typeof forecast === 'string') throw new Error(forecast);
  return forecast;
};

describe('the failure forecast', () => {
  it.each([
    { ahead: 2, scatter: 0.05, alike: 0 },
    { ahead: 3, scatter: 0.1, alike: 0.6 },
  ])('holds the true time in 85 % of series, $ahead days before it', ({ ahead, scatter, alike }) => {
    const movement = slope(span + ahead);
    const truth = start + (span + ahead) * day;
    let held = 0;
    for (let seed = 0; seed < hit.seeds; seed += 1) {
      const { forecast } = asked(made(movement, { seed, scatter, alike }), hit.refits);
      if (typeof forecast !== 'string' && forecast.failure.low <= truth && truth <= forecast.failure.high)
        held += 1;
    }
    if (isLong) console.info(`${ahead} d ahead: ${held} of ${hit.seeds} ranges hold the true time`);
    // Of few seeds chance may take some: the share of 500 is the figure that counts.
    expect(held / hit.seeds).toBeGreaterThanOrEqual(isLong ? 0.85 : 0.7);
  }, 900_000);

  it.each([
    ['steady creep', (x: number) => steady * x, 0.05, 0],
    ['steady creep with noise that wanders', (x: number) => steady * x, 0.2, 0.7],
    ['nothing that moves', () => 0, 0.1, 0.5],
    ['a daily swing', (x: number) => 0.3 * x + 0.2 * Math.sin(2 * Math.PI * x), 0.05, 0.3],
    ['creep that settles', (x: number) => 2 * Math.log(1 + x), 0.05, 0.3],
    ['a step after rain', (x: number) => 0.2 * x + (x > 9 ? 1.5 : 0), 0.05, 0.3],
    ['a pulse that is over', (x: number) => 0.2 * x + 2 / (1 + Math.exp(-3 * (x - 9))), 0.05, 0.3],
  ])(
    'is given for less than 2 %% of %s',
    (_name, movement, scatter, alike) => {
      let wrong = 0;
      for (let seed = 0; seed < quiet.seeds; seed += 1) {
        if (typeof asked(made(movement, { seed: seed + 1000, scatter, alike }), 2).forecast !== 'string')
          wrong += 1;
      }
      if (isLong) console.info(`${_name}: ${wrong} of ${quiet.seeds} have a forecast`);
      expect(wrong / quiet.seeds).toBeLessThanOrEqual(0.02);
    },
    900_000,
  );

  it('finds the onset within a day, narrows towards the failure, and says how the estimate moved', () => {
    const failure = span + 1;
    const movement = slope(failure);
    const widths = [11, 12.5, 14].map((until) => {
      const whole = made(movement, { seed: 3, scatter: 0.03 });
      const count = until * 24;
      const { failure: range, onset: found } = given(
        asked({ t: whole.t.subarray(0, count), values: whole.values.subarray(0, count) }, 80),
      );
      expect(Math.abs((found.middle - start) / day - onset)).toBeLessThan(1);
      return range.high - range.low;
    });
    expect(widths[1]).toBeLessThan(widths[0] as number);
    expect(widths[2]).toBeLessThan(widths[1] as number);
    const forecast = given(asked(made(movement, { seed: 3, scatter: 0.03 }), 60, 5));
    expect(forecast.past).toHaveLength(5);
    const widest = forecast.past.map((one) =>
      one.failure === null ? Number.POSITIVE_INFINITY : one.failure.high - one.failure.low,
    );
    expect(widest.at(-1)).toBeLessThan(widest.at(1) as number);
    expect(forecast.r2).toBeGreaterThan(0.9);
    expect(Math.abs(forecast.free.alpha - 2)).toBeLessThan(0.2);
    expect(forecast.alpha.low).toBeLessThan(forecast.free.alpha);
    expect(forecast.alpha.high).toBeGreaterThan(forecast.free.alpha);
  });

  it('is the same for a value that falls as it moves, and the same each time', () => {
    const series = made(slope(16), { seed: 5, scatter: 0.05 });
    const falling = { t: series.t, values: series.values.map((value) => -value) };
    const [one, other, again] = [asked(series, 40), asked(falling, 40), asked(series, 40)];
    expect(given(other).failure.middle).toBeCloseTo(given(one).failure.middle, 3);
    expect(other.trend?.direction).toBe(-1);
    expect(other.trend?.velocity).toBeLessThan(0);
    expect(again).toEqual(one);
  });

  it('says why there is none: too few readings, too few since the onset, grown otherwise', () => {
    const whole = made(slope(15), { seed: 2, scatter: 0.02 });
    const part = (from: number, to: number) => ({
      t: whole.t.subarray(from, to),
      values: whole.values.subarray(from, to),
    });
    expect(asked(part(0, 29), 10).forecast).toBe('few');
    expect(asked(part(0, 60), 10).forecast).toBe('steady');
    const sparse = {
      t: whole.t.filter((_, i) => i % 8 === 0),
      values: whole.values.filter((_, i) => i % 8 === 0),
    };
    expect(asked(sparse, 10).forecast).toBe('fewSince');
    const stopped = whole.values.map((value, i) => (i < 290 ? value : (whole.values[290] as number)));
    expect(['unlike', 'steady']).toContain(asked({ t: whole.t, values: stopped }, 10).forecast);
    const parabola = made((x) => 0.5 * x + (x > 7 ? 0.3 * (x - 7) ** 2 : 0), { seed: 2, scatter: 0.005 });
    expect(asked(parabola, 10).forecast).toBe('unlike');
  });
});

describe('the law of creep', () => {
  it('has an integral whose difference quotient is its rate, for each exponent', () => {
    for (const alpha of [1.6, 1.9, 2, 2.3]) {
      const fit = { onset: 3, failure: 10, alpha, level: 0, steady: 1, rest: 0 };
      for (const t of [1, 3.5, 6, 9.5]) {
        const slopeAt = (creepShape(t + 1e-5, 3, 10, alpha) - creepShape(t - 1e-5, 3, 10, alpha)) / 2e-5;
        expect(slopeAt).toBeCloseTo(creepRate(fit, t), 5);
      }
    }
  });

  it('is found again from readings without noise', () => {
    const t = Float64Array.from({ length: 200 }, (_, i) => i * 0.05);
    const points = {
      t,
      values: t.map((x) => 2 + 0.7 * creepShape(x, 4, 12, 2.2)),
      weights: new Float64Array(200).fill(1),
    };
    const bounds = { firstOnset: 1, lastOnset: 9, nearest: 0.02, farthest: 40 };
    const found = refined(points, bounds, fitAt(points, 5, 14, 2), true);
    expect(found.failure).toBeCloseTo(12, 2);
    expect(found.onset).toBeCloseTo(4, 2);
    expect(found.alpha).toBeCloseTo(2.2, 2);
    expect(found.steady).toBeCloseTo(0.7, 3);
  });
});
