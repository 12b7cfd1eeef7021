import { describe, expect, it } from 'vitest';
import { day, hour } from '../../../../src/domain/lenses/series.ts';
import { type TemperatureAnswer, temperatureAnswer } from '../../../../src/domain/lenses/temperature.ts';
import { noise } from './noise.ts';

const start = Math.floor(1_790_000_000_000 / day) * day;
const t = Float64Array.from({ length: 14 * 24 }, (_, i) => start + i * hour);
const weather = (at: number) => 14 + 8 * Math.sin((2 * Math.PI * at) / day);

function answered(
  lag: number,
  scatter = 0.004,
  trend = 0.01,
): TemperatureAnswer & { readonly values: Float64Array } {
  const random = noise(2);
  const values = t.map(
    (at) => 3 - 0.021 * weather(at - lag) + (trend * (at - start)) / day + scatter * random(),
  );
  return { ...temperatureAnswer({ t, values, temperatures: t.map(weather) }), values };
}
const fitOf = ({ fit }: TemperatureAnswer) => {
  if (typeof fit === 'string') throw new Error(fit);
  return fit;
};
/** Area of a loop, by the shoelace formula. */
const area = ({ temperature, value }: TemperatureAnswer['loop']) =>
  Math.abs(
    temperature.reduce(
      (sum, x, i) =>
        i + 1 < temperature.length
          ? sum + x * (value[i + 1] as number) - (temperature[i + 1] as number) * (value[i] as number)
          : sum,
      0,
    ),
  ) / 2;

describe('the lens temperature', () => {
  it('finds coefficient and lag, and leaves the noise and the trend', () => {
    const answer = answered(2 * hour);
    const fit = fitOf(answer);
    expect(fit.coefficient).toBeCloseTo(-0.021, 3);
    expect(Math.abs(fit.coefficient + 0.021)).toBeLessThan(2 * fit.uncertainty);
    expect(fit.lag).toBe(2 * hour);
    expect(fit.explained).toBeGreaterThan(0.98);
    // What is left about a straight line of its own is the noise.
    const known = answer.corrected.filter((one) => !Number.isNaN(one));
    const n = known.length;
    const x = Float64Array.from(known, (_, i) => i - (n - 1) / 2);
    const mean = known.reduce((sum, one) => sum + one, 0) / n;
    const slope =
      x.reduce((sum, one, i) => sum + one * (known[i] as number), 0) /
      x.reduce((sum, one) => sum + one * one, 0);
    const rest = Math.sqrt(
      known.reduce((sum, one, i) => sum + (one - mean - slope * (x[i] as number)) ** 2, 0) / n,
    );
    expect(rest).toBeLessThan(0.005);
    expect(rest).toBeGreaterThan(0.003);
    expect(slope * 24).toBeCloseTo(0.01, 3);
  });

  it('has a loop that is as wide as the lag says: none at once, π · a · b · sin φ with one', () => {
    expect(area(answered(0).loop)).toBeLessThan(0.03);
    // A movement that goes on makes no loop.
    expect(area(answered(0, 0.004, 2).loop)).toBeLessThan(0.1);
    const expected = Math.PI * 8 * 0.021 * 8 * Math.sin((2 * Math.PI * 3) / 24);
    expect(area(answered(3 * hour).loop)).toBeGreaterThan(0.9 * expected);
    expect(area(answered(3 * hour).loop)).toBeLessThan(1.05 * expected);
  });

  it('finds the same of a reading each minute, which are more than are fitted one by one', () => {
    const random = noise(6);
    const dense = Float64Array.from({ length: 14 * 1440 }, (_, i) => start + i * 60_000);
    const values = dense.map((at) => 3 - 0.021 * weather(at - 2 * hour) + 0.004 * random());
    const { fit, corrected } = temperatureAnswer({ t: dense, values, temperatures: dense.map(weather) });
    if (typeof fit === 'string') throw new Error(fit);
    expect(fit.coefficient).toBeCloseTo(-0.021, 3);
    expect(Math.abs(fit.lag - 2 * hour)).toBeLessThanOrEqual(hour / 4);
    expect(fit.count).toBe(14 * 1440);
    expect(corrected).toHaveLength(14 * 1440);
  });

  it('has no fit of a temperature that stands still, nor a corrected curve', () => {
    const answer = temperatureAnswer({ t, values: t.map(weather), temperatures: t.map(() => 12) });
    expect(answer.fit).toBe('still');
    expect(answer.corrected).toHaveLength(0);
  });
});
