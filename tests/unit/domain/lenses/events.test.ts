import { describe, expect, it } from 'vitest';
import {
  type AroundAnswer,
  type EventsInput,
  eventsOf,
  leastCompared,
  type SpansAnswer,
} from '../../../../src/domain/lenses/events.ts';
import { day, hour, type TimeSeries } from '../../../../src/domain/lenses/series.ts';
import { noise } from './noise.ts';

const start = 1_790_000_000_000;
function made(value: (x: number) => number, days: number, seed = 3, scatter = 0.02): TimeSeries {
  const random = noise(seed);
  const t = Float64Array.from({ length: days * 24 }, (_, i) => start + i * hour);
  return { t, values: t.map((at) => value((at - start) / day) + scatter * random()) };
}
/** Two ranges of a week, one after the other. */
const weeks = (value: (x: number) => number): EventsInput => {
  const series = made(value, 14);
  return {
    type: 'spans',
    now: series,
    past: series,
    from: start + 7 * day,
    thenFrom: start,
    length: 7 * day,
  };
};
const spansOf = (input: EventsInput): SpansAnswer => {
  const answer = eventsOf(input);
  if (typeof answer === 'string' || answer.type !== 'spans') throw new Error('no spans');
  return answer;
};

describe('a range beside the one before it', () => {
  it('has the change, the rate and the difference of each, from the same beginning', () => {
    const found = spansOf(weeks((x) => 5 + (x < 7 ? 0.2 * x : 1.4 + 0.5 * (x - 7))));
    expect(found.thenRate.value).toBeCloseTo(0.2, 2);
    expect(found.nowRate.value).toBeCloseTo(0.5, 2);
    expect(Math.abs(found.thenChange - 0.2 * 7)).toBeLessThan(0.06);
    expect(Math.abs(found.nowChange - 0.5 * 7)).toBeLessThan(0.08);
    expect(found.verdict).toBe('faster');
    found.t.forEach((t, i) => {
      expect(Math.abs((found.difference[i] as number) - (0.3 * t) / day)).toBeLessThan(0.12);
    });
  });

  it('is slower, or alike where the ranges of the rates meet; the amount counts, not the sign', () => {
    expect(spansOf(weeks((x) => (x < 7 ? -0.5 * x : -3.5 - 0.2 * (x - 7)))).verdict).toBe('slower');
    expect(spansOf(weeks((x) => (x < 7 ? 0.2 * x : 1.4 - 0.5 * (x - 7)))).verdict).toBe('faster');
    expect(spansOf(weeks((x) => 0.3 * x)).verdict).toBe('alike');
  });

  it('needs readings in both', () => {
    const part = (count: number): EventsInput => {
      const series = made((x) => x, 14);
      const past = { t: series.t.subarray(0, count), values: series.values.subarray(0, count) };
      return { type: 'spans', now: series, past, from: start + 7 * day, thenFrom: start, length: 7 * day };
    };
    expect(eventsOf(part(leastCompared - 1))).toBe('few');
    expect(eventsOf(part(leastCompared))).not.toBe('few');
  });
});

/** Steps of a size within six hours after each event, on a steady creep. */
const events = [5, 11, 18, 24, 33].map((x) => start + x * day + 20 * 60_000);
const stepping = (size: number) =>
  made(
    (x) =>
      0.1 * x +
      events.reduce((sum, at) => sum + size * Math.max(0, Math.min(1, (x - (at - start) / day) * 4)), 0),
    40,
  );
const aroundOf = (series: TimeSeries, at: readonly number[] = events): AroundAnswer => {
  const answer = eventsOf({ type: 'around', series, events: at, window: day });
  if (typeof answer === 'string' || answer.type !== 'around') throw new Error(String(answer));
  return answer;
};

describe('what comes around events', () => {
  it('is laid over each other from each event on; the excess is the step, and beyond chance', () => {
    const found = aroundOf(stepping(0.5));
    expect(found.events).toEqual(events);
    expect(found.curves).toHaveLength(5);
    // Creep of 0.1 a day on both sides, and the step after.
    expect(found.before).toBeCloseTo(0.1, 1);
    expect(Math.abs(found.after - 0.6)).toBeLessThan(0.05);
    expect(Math.abs(found.excess - 0.5)).toBeLessThan(0.06);
    expect(found.p).toBeLessThan(0.01);
    const at = (hours: number) => found.middle[found.t.findIndex((t) => t > hours * hour)] as number;
    expect(Math.abs(at(-12) + 0.05)).toBeLessThan(0.05);
    expect(Math.abs(at(3) - 0.26)).toBeLessThan(0.08);
    expect(Math.abs(at(20) - 0.58)).toBeLessThan(0.06);
    found.t.forEach((_, i) => {
      expect(found.low[i]).toBeLessThanOrEqual(found.middle[i] as number);
      expect(found.high[i]).toBeGreaterThanOrEqual(found.middle[i] as number);
    });
  });

  it('is within chance where nothing follows them, in nine of ten series', () => {
    const sure = Array.from({ length: 40 }, (_, i) => aroundOf(made((x) => 0.1 * x, 40, i + 20)).p).filter(
      (p) => p < 0.05,
    );
    expect(sure.length).toBeLessThanOrEqual(4);
  });

  it('leaves out events at the edge of the readings or in a gap, and says so where none is left', () => {
    const series = stepping(0.5);
    expect(aroundOf(series, [...events, start + hour, start + 40 * day - hour]).events).toEqual(events);
    const holed = {
      t: series.t.filter((t) => t < start + 10 * day || t > start + 12 * day),
      values: series.values.filter((_, i) => {
        const t = series.t[i] as number;
        return t < start + 10 * day || t > start + 12 * day;
      }),
    };
    expect(aroundOf(holed).events).toEqual(events.filter((_, i) => i !== 1));
    expect(eventsOf({ type: 'around', series, events: [start], window: day })).toBe('none');
    expect(eventsOf({ type: 'around', series, events: [], window: day })).toBe('none');
  });
});
