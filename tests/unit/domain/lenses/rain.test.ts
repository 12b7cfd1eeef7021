import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lagOf } from '../../../../src/domain/lenses/lag.ts';
import { effectiveByHour, rainAnswer, soilWater } from '../../../../src/domain/lenses/rain.ts';
import {
  hourlyRain,
  lineAt,
  rainEvents,
  rainLines,
  seattleP3,
} from '../../../../src/domain/lenses/rain-events.ts';
import { day, hour } from '../../../../src/domain/lenses/series.ts';
import { noise } from './noise.ts';

const start = Math.floor(1_790_000_000_000 / hour) * hour;
const rain = (amounts: readonly number[]) => ({ from: start, amount: Float64Array.from(amounts) });

describe('events', () => {
  it('are held apart by dry hours, at the border from both sides', () => {
    const series = (dry: number) => rain([0, 2, 0, 4, ...Array.from({ length: dry }, () => 0), 6, 0]);
    expect(rainEvents(series(5), 6)).toHaveLength(1);
    const [one, other] = rainEvents(series(6), 6);
    expect(one).toEqual({
      from: start + hour,
      to: start + 4 * hour,
      sum: 6,
      duration: 3,
      intensity: 2,
      most1h: 4,
      most24h: 6,
    });
    expect(other?.sum).toBe(6);
    expect(rainEvents(rain([0, 0, 0.05, 0]), 6)).toEqual([]);
  });

  it('have the most of any 24 hours', () => {
    const amounts = Array.from({ length: 60 }, (_, i) => (i % 7) + 1);
    const [event] = rainEvents(rain(amounts), 6);
    const sums = Array.from({ length: 37 }, (_, i) =>
      amounts.slice(i, i + 24).reduce((sum, one) => sum + one, 0),
    );
    expect(event?.most24h).toBe(Math.max(...sums));
  });
});

describe('lines', () => {
  it('are the published ones, in mm and hours', () => {
    expect(lineAt(rainLines.caine, 1)).toBeCloseTo(14.82, 10);
    expect(lineAt(rainLines.caine, 10)).toBeCloseTo(14.82 / 10 ** 0.39, 10);
    expect(lineAt(rainLines.saito, 24)).toBeCloseTo(2.18 * Math.exp(-0.26 * Math.log(24)), 10);
    expect(lineAt(rainLines.seattle, 24)).toBeCloseTo(25.4 * 3.257 * Math.exp(-1.13 * Math.log(24)), 10);
    expect(seattleP3(25.4)).toBeCloseTo(25.4 * (3.5 - 0.67), 10);
  });
  it('say nothing of durations that they do not hold for', () => {
    expect(lineAt(rainLines.saito, 2.9)).toBeNull();
    expect(lineAt(rainLines.saito, 3)).not.toBeNull();
    expect(lineAt(rainLines.saito, 537)).not.toBeNull();
    expect(lineAt(rainLines.saito, 538)).toBeNull();
    expect(lineAt(rainLines.seattle, 56)).toBeNull();
  });
});

describe('how wet the ground is', () => {
  it('is the water of three tanks, by steps of a second of the same law', () => {
    const amounts = [20, 35, 0, 5, 60, ...Array.from({ length: 67 }, () => 0)];
    const found = soilWater(Float64Array.from(amounts));
    let [a, b, c] = [0, 0, 0];
    amounts.forEach((amount, i) => {
      for (let second = 0; second < 3600; second += 1) {
        const h = 1 / 3600;
        const fromA = 0.1 * Math.max(0, a - 15) + 0.15 * Math.max(0, a - 60);
        const [downA, downB, downC] = [0.12 * a, 0.05 * b, 0.01 * c];
        const [outB, outC] = [0.05 * Math.max(0, b - 15), 0.01 * Math.max(0, c - 15)];
        a += h * (amount - fromA - downA);
        b += h * (downA - outB - downB);
        c += h * (downB - outC - downC);
      }
      expect(Math.abs((found[i] as number) - (a + b + c))).toBeLessThan(0.01);
    });
    expect(Math.max(...found)).toBeGreaterThan(80);
  });

  it('is effective rain that halves in its half-life, by an integral in small steps', () => {
    const amounts = [3, 0, 8, 1, ...Array.from({ length: 20 }, () => 0)];
    for (const halfLife of [1.5, 72]) {
      const found = effectiveByHour(Float64Array.from(amounts), halfLife);
      const steps = 400;
      const expected = (at: number) =>
        amounts.reduce((sum, amount, i) => {
          let own = 0;
          for (let k = 0; k < steps && i < at; k += 1)
            own += (amount / steps) * 0.5 ** ((at - i - (k + 0.5) / steps) / halfLife);
          return sum + own;
        }, 0);
      for (const at of [1, 4, 12, 24]) expect(found[at - 1]).toBeCloseTo(expected(at), 4);
    }
  });
});

/** Showers at random hours; days of it. */
function showers(seed: number, days: number): Float64Array {
  const random = noise(seed);
  const amount = new Float64Array(days * 24);
  for (let i = 0; i < amount.length; i += 1)
    if (random() > 2.2)
      for (let k = 0; k < 5 && i + k < amount.length; k += 1) amount[i + k] = 2 + Math.abs(random());
  return amount;
}
const asked = { most: 72, permutations: 99, piece: 24 };

describe('the lag from rain to movement', () => {
  it('is found, with a range that holds it, and p is small', () => {
    const cause = showers(3, 60);
    const random = noise(11);
    const effect = Float64Array.from(cause, (_, i) => 0.4 + 0.05 * (cause[i - 9] ?? 0) + 0.08 * random());
    const found = lagOf(cause, effect, asked);
    expect(found?.lag).toBe(9);
    expect(found?.low).toBeLessThanOrEqual(9);
    expect(found?.high).toBeGreaterThanOrEqual(9);
    expect(found?.p).toBe(0.01);
    expect(found?.correlation[9]).toBeGreaterThan(found?.chance as number);
    // Pearson's own formula, over the hours from the ninth on.
    const [x, y] = [cause.slice(0, -9), effect.slice(9)];
    const mean = (list: Float64Array) => list.reduce((sum, one) => sum + one, 0) / list.length;
    const [mx, my] = [mean(x), mean(y)];
    const product = x.reduce((sum, one, i) => sum + (one - mx) * ((y[i] as number) - my), 0);
    const square = (list: Float64Array, middle: number) =>
      list.reduce((sum, one) => sum + (one - middle) ** 2, 0);
    expect(found?.correlation[9]).toBeCloseTo(product / Math.sqrt(square(x, mx) * square(y, my)), 10);
  });

  it('is believed by chance in about one of twenty series that have nothing to do with rain', () => {
    let believed = 0;
    const seeds = process.env['LONG'] === '1' ? 500 : 60;
    for (let seed = 0; seed < seeds; seed += 1) {
      const random = noise(seed + 500, 0.8);
      const effect = Float64Array.from({ length: 40 * 24 }, () => 0.4 + 0.1 * random());
      const found = lagOf(showers(seed, 40), effect, { most: 24, permutations: 59, piece: 24 });
      if (found !== null && found.p < 0.05) believed += 1;
    }
    if (seeds > 100) console.info(`${believed} of ${seeds} unrelated series have a lag`);
    expect(believed / seeds).toBeLessThanOrEqual(seeds > 100 ? 0.07 : 0.12);
  }, 300_000);

  it('is not said of fewer than ten days', () => {
    expect(lagOf(new Float64Array(239), new Float64Array(239), asked)).toBeNull();
    expect(lagOf(new Float64Array(240), new Float64Array(240), asked)).not.toBeNull();
    // A month of which most is missing is two days.
    const sparse = new Float64Array(720).fill(Number.NaN);
    sparse.fill(1, 0, 48);
    expect(lagOf(new Float64Array(720), sparse, asked)).toBeNull();
  });
});

describe('the lens', () => {
  const columns = (rows: readonly { t: number; amount: number; dataType?: number }[]) => ({
    t: Float64Array.from(rows, ({ t }) => t),
    amount: Float64Array.from(rows, ({ amount }) => amount),
    interval: new Float64Array(rows.length).fill(3600),
    dataType: Float64Array.from(rows, ({ dataType }) => dataType ?? 1),
  });
  const input = { movement: null, from: start, to: start + 3 * day, line: rainLines.caine };

  it('has rain of the range, what was in the ground before it, and no test tips', () => {
    const answer = rainAnswer({
      ...input,
      rain: columns([
        { t: start - 5 * day, amount: 50 },
        { t: start + 2 * hour, amount: 10 },
        { t: start + 4 * hour, amount: 99, dataType: 0 },
      ]),
    });
    if (answer === 'none') throw new Error(answer);
    expect(answer.hourly.amount.reduce((sum, one) => sum + one, 0)).toBe(10);
    expect(answer.hourly.amount).toHaveLength(72);
    expect(answer.soil[0]).toBeGreaterThan(10);
    expect(answer.antecedent).toEqual([0, 10, 10, 60, 60]);
    expect(answer.wetted).toBeCloseTo(5 / 60, 2);
    expect(answer.lag).toBeNull();
  });

  it('says that there is none where the gauge sent nothing in the range', () => {
    expect(rainAnswer({ ...input, rain: columns([{ t: start - hour, amount: 5 }]) })).toBe('none');
    expect(rainAnswer({ ...input, rain: columns([]) })).toBe('none');
  });
});

const recording = new URL('../../../../../shared/data/usgs-mukilteo/waMVD116_rain.txt', import.meta.url);
describe.runIf(existsSync(recording))('rain of the bluffs near Mukilteo', () => {
  const lines = readFileSync(recording, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    // The clock of this logger steps back on 1 October: the months after it are whole.
    .filter(([year, month]) => year === 2015 && (month === 11 || month === 12));
  const rows = lines.map(([y = 0, mo = 0, d = 0, h = 0, mi = 0, inches = 0]) => ({
    t: Date.UTC(y, mo - 1, d, h, mi),
    amount: inches * 25.4,
    interval: 900,
    dataType: 1,
  }));
  const [from, to] = [Date.UTC(2015, 10, 1), Date.UTC(2016, 0, 1)];
  const hourly = hourlyRain(rows, from, to);

  it('has events whose sums, durations and place beside the line of Seattle are those of its text', () => {
    // In inches and quarters of an hour put into hours by the text of the rows alone.
    const wet = new Map<number, number>();
    for (const [y = 0, mo = 0, d = 0, h = 0, mi = 0, inches = 0] of lines) {
      const at = Date.UTC(y, mo - 1, d, mi === 0 ? h - 1 : h) / hour;
      wet.set(at, (wet.get(at) ?? 0) + inches);
    }
    const hours = [...wet]
      .filter(([at, inches]) => at >= from / hour && inches * 25.4 >= 0.1)
      .map(([at]) => at)
      .sort((a, b) => a - b);
    const groups: number[][] = [];
    for (const at of hours) {
      const last = groups.at(-1);
      if (last !== undefined && at - (last.at(-1) as number) - 1 < 3) last.push(at);
      else groups.push([at]);
    }
    const events = rainEvents(hourly, rainLines.seattle.gap);
    expect(events).toHaveLength(groups.length);
    let above = 0;
    groups.forEach((group, i) => {
      const duration = (group.at(-1) as number) - (group[0] as number) + 1;
      const inches = group.reduce((sum, at) => sum + (wet.get(at) as number), 0);
      expect(events[i]?.duration).toBe(duration);
      expect(events[i]?.sum).toBeCloseTo(inches * 25.4, 6);
      const limit = lineAt(rainLines.seattle, duration);
      if (limit !== null) {
        expect((events[i]?.intensity as number) >= limit).toBe(
          inches / duration >= 3.257 * duration ** -1.13,
        );
        if (inches / duration >= 3.257 * duration ** -1.13) above += 1;
      }
    });
    if (process.env['LONG'] === '1')
      console.info(`${events.length} events, ${above} above the line of Seattle`);
    expect(groups.length).toBeGreaterThan(20);
  });
});
