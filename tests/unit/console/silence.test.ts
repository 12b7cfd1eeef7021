/** No picture joins what lies on either side of a silence, and none loses a reading that stands alone. */
import { describe, expect, it } from 'vitest';
import { silenceAfter, silenceOf } from '../../../src/base/silence.ts';
import { alonePlaces } from '../../../src/console/components/chart/plot-data.ts';
import { drawPlot } from '../../../src/console/components/plot/draw-plot.ts';
import type { PlotSpec } from '../../../src/console/components/plot/plot-spec.ts';
import { curvePath } from '../../../src/console/features/alarm-rules/back-test/curve-shape.ts';

const minute = 60_000;
/** Readings each ten minutes, with nothing between 50 and 170 minutes. */
const t = [0, 10, 20, 30, 40, 50, 170, 180, 190].map((at) => at * minute);
const values = t.map((_, at) => at % 3);

describe('what counts as silence', () => {
  it('begins beyond one and a half cycles, and never within two minutes of the next collection', () => {
    expect(silenceAfter(10 * minute)).toBe(15 * minute);
    expect(silenceAfter(1000)).toBe(121_000);
  });

  it('is measured by the usual distance where the cycle is not known', () => {
    expect(silenceOf(t)).toBe(21 * minute);
    expect(silenceOf([0, minute])).toBe(Number.POSITIVE_INFINITY);
    expect(silenceOf([])).toBe(Number.POSITIVE_INFINITY);
  });

  /** Moments from the first on, each so many minutes after the one before. */
  const stepped = (steps: readonly number[]) => {
    let at = 0;
    const times = steps.map((step) => {
      at += step;
      return at * minute;
    });
    return [0, ...times];
  };
  const many = (count: number, step: number) => new Array<number>(count).fill(step);

  it('follows the longer of two cycles where a device has changed its own', () => {
    // Six days each hour, then a day of fast collection: most readings are those of the last day.
    expect(silenceOf(stepped([...many(144, 60), ...many(480, 3)]))).toBe(126 * minute);
    // Of the longer cycle five make it usual, four do not.
    expect(silenceOf(stepped([...many(5, 60), ...many(200, 3)]))).toBe(126 * minute);
    expect(silenceOf(stepped([...many(4, 60), ...many(200, 3)]))).toBeCloseTo(6.3 * minute, 3);
  });

  it('is not moved by outages, however much of the time they are', () => {
    expect(silenceOf(stepped([...many(50, 10), 3000, ...many(50, 10), 900, ...many(20, 10)]))).toBe(
      21 * minute,
    );
    // Of many different ones none is usual.
    expect(
      silenceOf(
        stepped(Array.from({ length: 120 }, (_, nth) => (nth % 10 === 9 ? 40 * 1.7 ** (nth / 12) : 10))),
      ),
    ).toBe(21 * minute);
    // Single ones that are alike, but of a small share of the time.
    expect(silenceOf(stepped(Array.from({ length: 900 }, (_, nth) => (nth % 100 === 99 ? 30 : 10))))).toBe(
      21 * minute,
    );
  });
});

/** Runs of a path that was drawn: each begins with a move. */
function runsOf(layer: { readonly silence?: number; readonly y?: readonly number[] }): number[][] {
  const runs: number[][] = [];
  const nothing = () => undefined;
  const drawn = {
    moveTo: (x: number) => runs.push([x]),
    lineTo: (x: number) => runs.at(-1)?.push(x),
  };
  // biome-ignore lint/suspicious/noExplicitAny: a canvas of which only the pen is looked at
  const ctx: any = new Proxy({}, { get: (_, name) => Reflect.get(drawn, name) ?? nothing, set: () => true });
  const axis = { from: 0, to: 200 * minute, ticks: [] };
  const spec: PlotSpec = {
    x: axis,
    y: { from: 0, to: 3, ticks: [] },
    layers: [{ type: 'line', x: t, y: values, color: '--c1', ...layer }],
    showX: false,
  };
  Reflect.set(globalThis, 'document', { documentElement: {} });
  Reflect.set(globalThis, 'getComputedStyle', () => ({ getPropertyValue: () => '#000000' }));
  drawPlot(ctx, spec, 460, 100);
  // The grid draws nothing: there are no ticks.
  return runs;
}

describe('a plot', () => {
  it('breaks a line across a silence, and only there', () => {
    expect(runsOf({ silence: silenceOf(t) })).toHaveLength(2);
    expect(runsOf({})).toHaveLength(1);
  });

  it('shows a reading between two silences as a dot', () => {
    const runs = runsOf({ silence: minute });
    expect(runs).toHaveLength(t.length);
    expect(runs.every((run) => new Set(run).size === 2)).toBe(true);
  });

  it('shows a reading between two unknown ones as a dot', () => {
    const runs = runsOf({ y: [Number.NaN, 1, Number.NaN, 1, 1, 1, Number.NaN, 2, Number.NaN] });
    expect(runs.map((run) => new Set(run).size)).toEqual([2, 3, 2]);
  });
});

describe('the curve of a back-test', () => {
  const path = (known: readonly (number | null)[]) =>
    curvePath(t, known, { from: 0, to: 200 * minute }, { low: 0, high: 3 }, { width: 200, height: 100 });

  it('is broken across a silence and at an unknown value', () => {
    expect(path(values).match(/M/g)).toHaveLength(2);
    expect(path(values.map((value, at) => (at === 2 ? null : value))).match(/M/g)).toHaveLength(3);
  });

  it('shows a reading that stands alone', () => {
    expect(path(values.map((value, at) => (at === 0 || at === 2 ? null : value)))).toContain('h0');
  });
});

describe('a curve', () => {
  it('has a dot where no line reaches a value, whatever other curves have at other times', () => {
    expect(alonePlaces([1, null, 2, undefined, null, 3, 4, null, undefined, 5])).toEqual([0, 2, 9]);
    expect(alonePlaces([1, undefined, 2])).toEqual([]);
    expect(alonePlaces([undefined, 1, undefined])).toEqual([1]);
    expect(alonePlaces([])).toEqual([]);
  });
});
