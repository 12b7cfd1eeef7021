import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeLabels, timeTicks } from '../../../src/base/axis-ticks.ts';
import { none, RawValues } from '../../../src/base/raw-values.ts';
import { type DenseCurve, paneInView } from '../../../src/console/components/chart/dense.ts';
import { align, type Curve, extremesOf } from '../../../src/console/components/chart/plot-data.ts';
import { Pyramid } from '../../../src/console/components/chart/pyramid.ts';

const curve = (t: number[], line: number[], silence = Number.POSITIVE_INFINITY): Curve => ({
  key: 'k',
  label: 'l',
  unit: '°',
  digits: 2,
  color: '--c1',
  dash: 0,
  look: 'line',
  t: Float64Array.from(t),
  line: Float64Array.from(line),
  low: null,
  high: null,
  silence,
});

describe('a pyramid', () => {
  const series = fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.float({ min: -1000, max: 1000, noNaN: true }) },
      fc.constant(Number.NaN),
    ),
    { minLength: 1, maxLength: 3000 },
  );
  /** As the wire brings them: whole hundredths, or doubles where those do not fit. */
  const keep = {
    whole: (values: number[]) =>
      new RawValues(
        Int32Array.from(values, (value) => (Number.isNaN(value) ? none : Math.round(value * 100))),
        100,
      ),
    doubles: (values: number[]) => new RawValues(Float64Array.from(values), 1),
  };
  it.each([
    ['whole', false],
    ['whole', true],
    ['doubles', false],
    ['doubles', true],
  ] as const)('of %s gives the extremes of every column (levels built: %s)', (kept, built) => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 40 }), (raw, columns) => {
        const held = keep[kept](raw);
        const values = [...held.doubles()];
        const times = Float64Array.from(values, (_, index) => index * 10);
        const pyramid = new Pyramid(times, held);
        if (built) pyramid.build();
        const to = values.length * 10;
        const { min, max } = pyramid.reduce(0, to, columns);
        // Whatever the columns' edges: no extreme of the whole is lost.
        const known = values.filter((value) => !Number.isNaN(value));
        const lows = [...min].filter((value) => !Number.isNaN(value));
        const highs = [...max].filter((value) => !Number.isNaN(value));
        expect(lows.length > 0).toBe(known.length > 0);
        if (known.length === 0) return;
        expect(Math.min(...lows)).toBeCloseTo(Math.min(...known), 3);
        expect(Math.max(...highs)).toBeCloseTo(Math.max(...known), 3);
        if (values.length > columns * 256) return;
        for (let column = 0; column < columns; column++) {
          const own =
            known.length === 0
              ? []
              : values.filter((value, index) => {
                  const width = to / columns;
                  return (
                    !Number.isNaN(value) && index * 10 >= column * width && index * 10 < (column + 1) * width
                  );
                });
          if (own.length === 0) expect(min[column]).toBeNaN();
          else {
            // Zero is zero, of whatever sign.
            const unsigned = (value = Number.NaN) => value + 0;
            const found = [unsigned(min[column]), unsigned(max[column])];
            expect(found).toEqual([unsigned(Math.min(...own)), unsigned(Math.max(...own))]);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('a reduction', () => {
  /** A column's values one by one: what is missing is passed over. */
  const columnOf = (times: readonly number[], values: readonly number[], begin: number, end: number) => {
    const own = values.filter((value, at) => {
      const t = times[at] ?? Number.NaN;
      return t >= begin && t < end && !Number.isNaN(value);
    });
    const none = Number.NaN;
    return own.length === 0
      ? [none, none, none, none]
      : [Math.min(...own), Math.max(...own), own[0], own.at(-1)];
  };
  /** Whole tenths, so that sums of steps and widths are exact: a reading stands on a column's edge again and again. */
  const readings = fc.array(
    fc.record({
      step: fc.constantFrom(1, 1, 1, 2, 5, 64),
      value: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: -500, max: 500 }) },
        { weight: 1, arbitrary: fc.constant(Number.NaN) },
      ),
    }),
    { minLength: 1, maxLength: 900 },
  );

  it.each([
    ['whole', false],
    ['whole', true],
    ['doubles', false],
    ['doubles', true],
  ] as const)('of %s has the lowest, highest, first and last value of each column (levels built: %s)', (kept, built) => {
    fc.assert(
      fc.property(
        readings,
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: -20, max: 200 }),
        (list, columns, width, from) => {
          let t = 0;
          const times = list.map(({ step }) => {
            t += step;
            return t;
          });
          const values = list.map(({ value }) => value);
          const held =
            kept === 'whole'
              ? new RawValues(
                  Int32Array.from(values, (value) => (Number.isNaN(value) ? none : value)),
                  1,
                )
              : new RawValues(Float64Array.from(values), 1);
          const pyramid = new Pyramid(Float64Array.from(times), held);
          if (built) pyramid.build();
          const { min, max, first, last } = pyramid.reduce(from, from + columns * width, columns);
          for (let column = 0; column < columns; column += 1) {
            const begin = from + column * width;
            expect([min[column], max[column], first[column], last[column]]).toEqual(
              columnOf(times, values, begin, begin + width),
            );
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('with levels rounds wide columns to whole blocks and gives each reading to one of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2049, max: 9000 }), fc.integer({ min: 1, max: 8 }), (length, columns) => {
        const values = Array.from({ length }, (_, at) => (at * 7919) % 10_007);
        const pyramid = new Pyramid(
          Float64Array.from(values, (_, at) => at),
          new RawValues(Int32Array.from(values), 1),
        );
        pyramid.build();
        const { min, max, first, last } = pyramid.reduce(0, length, columns);
        const edge = (column: number) => {
          const exact = Math.ceil(column * (length / columns));
          // The last readings of all belong to no whole block, and to the last column nevertheless.
          if (column === columns) return length;
          return length > columns * 256 ? Math.min(length, Math.round(exact / 16) * 16) : exact;
        };
        for (let column = 0; column < columns; column += 1) {
          const own = values.slice(edge(column), edge(column + 1));
          expect([min[column], max[column], first[column], last[column]]).toEqual([
            Math.min(...own),
            Math.max(...own),
            own[0],
            own.at(-1),
          ]);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('curves on one time axis', () => {
  it('join over each other, break at their own gaps and at missing values', () => {
    const a = curve([0, 1000, 9000], [1, 2, 3], 5000);
    const b = curve([500, 1000, 9000], [4, Number.NaN, 6]);
    const [x, ...columns] = align([a, b]);
    expect(x).toEqual([0, 0.5, 1, 1.001, 9]);
    expect(columns[0]).toEqual([1, undefined, 2, null, 3]);
    expect(columns[1]).toEqual([undefined, 4, null, undefined, 6]);
  });

  it('breaks a line where the server found silence, however near its readings are', () => {
    const whole = curve([0, 1000, 2000], [1, 2, 3]);
    expect(align([whole])).toEqual([
      [0, 1, 2],
      [1, 2, 3],
    ]);
    const broken = { ...whole, breaks: new Set([1000]) };
    expect(align([broken])).toEqual([
      [0, 1, 1.001, 2],
      [1, 2, null, 3],
    ]);
    // Another curve of the same times goes through.
    const [, first, second] = align([broken, whole]);
    expect(first).toEqual([1, 2, null, 3]);
    expect(second?.filter((value) => value !== undefined)).toEqual([1, 2, 3]);
  });

  it('that share their times need no joining', () => {
    expect(align([curve([0, 1000], [1, 2]), curve([0, 1000], [3, Number.NaN])])).toEqual([
      [0, 1],
      [1, 2],
      [3, null],
    ]);
  });

  it('have the extremes of their envelopes in view', () => {
    const banded = {
      ...curve([0, 1000, 2000], [1, 1, 1]),
      low: Float64Array.of(-5, 0, 0),
      high: Float64Array.of(2, 3, 9),
    };
    expect(extremesOf([banded], 500, 1500)).toEqual({ low: 0, high: 3 });
    expect(extremesOf([banded], 3000, 4000)).toBeNull();
  });
});

describe('a dense line', () => {
  const minute = 60_000;
  const dense = (values: number[]): DenseCurve => {
    const { key, label, unit, digits, color, dash, silence } = curve([], []);
    const t = Float64Array.from(values, (_, index) => index * minute);
    const held = new RawValues(Int32Array.from(values), 10);
    return { key, label, unit, digits, color, dash, silence, look: 'line', t, dense: new Pyramid(t, held) };
  };
  const pane = (values: number[]) => ({
    key: 'p',
    title: '',
    hanging: false,
    digits: 1,
    curves: [dense(values)],
  });

  it('is drawn as spans of its extremes where a column holds many readings', () => {
    const values = Array.from({ length: 1000 }, (_, index) => (index === 555 ? 9999 : index % 7));
    const [shown] = paneInView(pane(values), 0, 1000 * minute, 100).curves;
    expect(shown?.look).toBe('spans');
    expect(shown?.t).toHaveLength(100);
    expect(shown?.high?.[55]).toBe(999.9);
    expect([shown?.low?.[3], shown?.high?.[3]]).toEqual([0, 0.6]);
  });
  it('is drawn reading by reading where they are few, with one more on each side', () => {
    const values = Array.from({ length: 1000 }, (_, index) => index);
    const [shown] = paneInView(pane(values), 500 * minute, 503 * minute, 100).curves;
    expect(shown?.look).toBe('line');
    expect([...(shown?.t ?? [])]).toEqual([499, 500, 501, 502, 503].map((index) => index * minute));
    expect([...(shown?.line ?? [])]).toEqual([49.9, 50, 50.1, 50.2, 50.3]);
  });
});

describe('ticks of the time axis', () => {
  it('fall on local midnights, also when clocks change', () => {
    const zone = 'America/Los_Angeles';
    const from = Date.UTC(2015, 9, 30, 12) / 1000;
    const ticks = timeTicks(zone, from, from + 6 * 86_400, 700, 84);
    const local = new Intl.DateTimeFormat('sv', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
    expect(ticks.length).toBeGreaterThan(4);
    for (const tick of ticks) expect(local.format(tick * 1000)).toBe('00:00');
    expect(timeLabels(zone, ticks)[0]).toBe('10-31');
  });
});
