/** Figures of an alarm system: borders from both sides, and against calculations made otherwise. */
import { describe, expect, it } from 'vitest';
import {
  answerTimes,
  busiest,
  floodAbove,
  floodEnd,
  floodsIn,
  floodWindow,
  quantile,
} from '../../../src/domain/alarms/health.ts';

const minute = 60_000;
/** Numbers between 0 and 1 that are the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
const scattered = (seed: number, count: number, span: number) => {
  const next = random(seed);
  return Array.from({ length: count }, () => Math.floor(next() ** 2 * span)).sort((a, b) => a - b);
};
const every = (count: number, step: number, from = 0) =>
  Array.from({ length: count }, (_, at) => from + at * step);

describe('the busiest window', () => {
  it('holds what is less than its length away, and not what is exactly so far', () => {
    expect(busiest([0, 5, 9], 10)).toEqual({ count: 3, at: 9 });
    expect(busiest([0, 5, 10], 10)).toEqual({ count: 2, at: 10 });
    expect(busiest([], 10)).toBeNull();
  });
  it.each([1, 2, 3])('is what trying every window finds (%d)', (seed) => {
    const times = scattered(seed, 300, 100_000);
    const most = Math.max(...times.map((from) => times.filter((t) => t >= from && t < from + 700).length));
    expect(busiest(times, 700)?.count).toBe(most);
  });
});

describe('a flood', () => {
  it('needs more than ten within ten minutes', () => {
    expect(floodsIn(every(10, 1000), floodWindow * 5)).toEqual([]);
    expect(floodsIn(every(11, 1000), floodWindow * 5)).toHaveLength(1);
    // The eleventh comes as the first leaves the window.
    expect(floodsIn(every(11, minute), floodWindow * 5)).toEqual([]);
    expect(floodsIn([...every(10, minute), 10 * minute - 1], floodWindow * 5)).toHaveLength(1);
  });
  it('begins with the announcement that makes it one, and ends as fewer than five are left', () => {
    // The seventh last of 11, at 6 s, leaves five behind; the fifth last, at 6 s + 1 step, four.
    expect(floodsIn(every(11, 1000), floodWindow * 5)).toEqual([
      { from: 10_000, to: 6000 + floodWindow, count: 11, peak: 11 },
    ]);
  });
  it('goes on while it is not drained', () => {
    expect(floodsIn(every(11, 1000), 6000 + floodWindow - 1)).toMatchObject([{ to: null }]);
    expect(floodsIn(every(11, 1000), 6000 + floodWindow)).toMatchObject([{ to: 6000 + floodWindow }]);
  });
  it.each([4, 5, 6, 7])('is what counting at each millisecond-like step finds (%d)', (seed) => {
    const step = 1000;
    const times = scattered(seed, 400, 20_000_000).map((t) => Math.floor(t / step) * step);
    const end = 30_000_000;
    const spans: { from: number; to: number | null; peak: number }[] = [];
    let open: { from: number; to: number | null; peak: number } | null = null;
    for (let now = 0; now <= end; now += step) {
      const count = times.filter((t) => t <= now && t > now - floodWindow).length;
      if (open !== null && count < floodEnd) {
        open.to = now;
        open = null;
      } else if (open === null && count > floodAbove) {
        open = { from: now, to: null, peak: count };
        spans.push(open);
      }
      if (open !== null) open.peak = Math.max(open.peak, count);
    }
    expect(spans.length).toBeGreaterThan(0);
    expect(floodsIn(times, end).map(({ from, to, peak }) => ({ from, to, peak }))).toEqual(spans);
  });
});

describe('a quantile', () => {
  it.each([
    [[], 0.5, null],
    [[7], 0.9, 7],
    [[1, 2], 0.5, 1],
    [[1, 2, 3], 0.5, 2],
    [every(10, 1, 1), 0.9, 9],
    [every(11, 1, 1), 0.9, 10],
  ])('of %j at %d is %s', (values, share, expected) => expect(quantile(values, share)).toBe(expected));
});

describe('an answer', () => {
  const said = (...lines: [string, number][]) => answerTimes(lines.map(([type, at]) => ({ type, at })));
  it('is as long as the alarm waited', () => {
    expect(said(['raise', 10], ['acknowledge', 25])).toEqual({
      answers: [{ at: 25, wait: 15 }],
      waiting: false,
    });
  });
  it('counts from the first announcement; a level up after it asks anew', () => {
    expect(said(['raise', 10], ['rise', 20], ['acknowledge', 25], ['rise', 30], ['acknowledge', 34])).toEqual(
      {
        answers: [
          { at: 25, wait: 15 },
          { at: 34, wait: 4 },
        ],
        waiting: false,
      },
    );
  });
  it('that was taken back is none', () => {
    expect(said(['raise', 10], ['acknowledge', 12], ['undo', 13])).toEqual({ answers: [], waiting: true });
    expect(said(['raise', 10], ['acknowledge', 12], ['undo', 13], ['acknowledge', 50])).toEqual({
      answers: [{ at: 50, wait: 40 }],
      waiting: false,
    });
  });
  it('to nothing is none', () => {
    expect(said(['acknowledge', 5])).toEqual({ answers: [], waiting: false });
  });
});
