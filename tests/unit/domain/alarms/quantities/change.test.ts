/** Value, changes and speeds: borders of windows, datums and initial values, by hand. */
import { describe, expect, it } from 'vitest';
import { absoluteChange } from '../../../../../src/domain/alarms/quantities/absolute-change.ts';
import { change } from '../../../../../src/domain/alarms/quantities/change.ts';
import { speed } from '../../../../../src/domain/alarms/quantities/speed.ts';
import { value } from '../../../../../src/domain/alarms/quantities/value.ts';
import type { Baseline } from '../../../../../src/domain/baseline.ts';
import { between } from '../../../../../src/simulator/random.ts';
import { evaluate, evidenceOf, hour, minute, reading, series, start } from './evidence.ts';

const tilt = (points: readonly (readonly [number, number | string | null])[], options = {}) =>
  evidenceOf(
    'tilt',
    'x',
    series(
      'x',
      points.map(([at, x]) => [start + at, x]),
    ),
    options,
  );

describe('value', () => {
  it('is that of the moment, and unknown where it is missing, a text, or of another moment', () => {
    expect(evaluate(value, tilt([[0, 1.5]]))).toBe(1.5);
    expect(
      evaluate(
        value,
        tilt([
          [0, 1],
          [5, null],
        ]),
      ),
    ).toBeNull();
    expect(evaluate(value, tilt([[0, 'text']]))).toBeNull();
    expect(evaluate(value, tilt([[0, Number.NaN]]))).toBeNull();
    expect(evaluate(value, tilt([[0, 1]], { t: start + 1 }))).toBeNull();
    expect(evaluate(value, tilt([[0, 1]], { channel: null }))).toBeNull();
    expect(evaluate(value, tilt([[0, 1]], { channel: 'y' }))).toBeNull();
  });
  it('is of its own element', () => {
    const nodes = [1, 2].map((node) => reading(start, { cumulativeA: node * 10 }, node));
    expect(evaluate(value, evidenceOf('profile', 'cumulativeA', nodes, { element: 2 }))).toBe(20);
    expect(evaluate(value, evidenceOf('profile', 'cumulativeA', nodes, { element: 3 }))).toBeNull();
  });
  it('is none of a test tip, whose other channels are as they are', () => {
    const tip = [reading(start, { amount: 5, resolution: 0.5, dataType: 0 })];
    expect(evaluate(value, evidenceOf('rain', 'amount', tip))).toBeNull();
    expect(evaluate(value, evidenceOf('rain', 'resolution', tip))).toBe(0.5);
    expect(evaluate(value, evidenceOf('rain', 'amount', [reading(start, { amount: 5, dataType: 1 })]))).toBe(
      5,
    );
  });
});

describe('change in a window', () => {
  // A window of 1 h, a cycle of 10 min: the reference lies 55 to 65 min before.
  it.each([
    [65 * minute, 3],
    [65 * minute + 1, null],
    [60 * minute, 3],
    [55 * minute, 3],
    [55 * minute - 1, null],
  ])('of a reference %i ms before: %s', (before, expected) => {
    const evidence = tilt([
      [-before, 1],
      [0, 4],
    ]);
    expect(evaluate(change, evidence)).toBe(expected);
  });
  it('takes the nearest, the earlier of two that are equally near, and passes over what is missing', () => {
    const at = (...points: (readonly [number, number | null])[]) =>
      evaluate(change, tilt([...points.map(([m, x]) => [m * minute, x] as const), [0, 10]]));
    expect(at([-64, 1], [-61, 2], [-58, 3])).toBe(8);
    expect(at([-62, 1], [-58, 3])).toBe(9);
    expect(at([-62, 1], [-60, null], [-59, 3])).toBe(7);
    expect(at([-60, null])).toBeNull();
  });
  it('is never of the moment itself, though half a cycle reaches it', () => {
    const slow = { collectionCycle: 4 * 3600 };
    expect(evaluate(change, tilt([[0, 4]], slow))).toBeNull();
    expect(
      evaluate(
        change,
        tilt(
          [
            [-2.5 * hour, 1],
            [0, 4],
          ],
          slow,
        ),
      ),
    ).toBe(3);
  });
  // A window of 1 h, a cycle of 4 h: half a cycle reaches the moment itself, half of the window does not.
  it.each([
    [3 * hour, 3],
    [3 * hour + 1, null],
    [30 * minute, 3],
    [30 * minute - 1, null],
  ])('of a slow device, of a reference %i ms before: %s', (before, expected) => {
    const slow = { collectionCycle: 4 * 3600 };
    const evidence = tilt(
      [
        [-before, 1],
        [0, 4],
      ],
      slow,
    );
    expect(evaluate(change, evidence)).toBe(expected);
  });
  it('of a device that collects fast before its cycle is known is no noise over seconds', () => {
    // Each second, ± 0.001 °: over 5 s that were 1.4 °/h.
    const noisy = (seconds: number) =>
      tilt(
        Array.from({ length: seconds + 1 }, (_, n) => [(n - seconds) * 1000, n % 2 === 0 ? 0 : 0.001]),
        { collectionCycle: 3600 },
      );
    const over = (seconds: number) => evaluate(speed, noisy(seconds), { range: 1 });
    for (const seconds of [1, 2, 5, 29]) expect(over(seconds)).toBeNull();
    for (const seconds of [30, 31, 45, 60, 90])
      expect(Math.abs(over(seconds) ?? 9)).toBeLessThanOrEqual(0.12);
  });
  it('is not across a datum, nor from before it; at its moment it is of the new one', () => {
    const points = [
      [-hour, 1],
      [0, 4],
    ] as const;
    expect(evaluate(change, tilt(points, { datumAt: start - hour }))).toBe(3);
    expect(evaluate(change, tilt(points, { datumAt: start - hour + 1 }))).toBeNull();
    expect(evaluate(change, tilt(points, { datumAt: start + 1 }))).toBeNull();
  });
  it('is unknown where the moment has no value', () => {
    expect(
      evaluate(
        change,
        tilt([
          [-hour, 1],
          [0, null],
        ]),
      ),
    ).toBeNull();
    expect(
      evaluate(
        change,
        tilt(
          [
            [-hour, 1],
            [-1, 4],
          ],
          { t: start },
        ),
      ),
    ).toBeNull();
  });
  it('reaches a limit that decimals miss in binary', () => {
    // 0.3 − 0.2 is 0.09999999999999998 in binary.
    expect(
      evaluate(
        change,
        tilt([
          [-hour, 0.2],
          [0, 0.3],
        ]),
      ),
    ).toBe(0.1);
  });
  it('of a bearing goes the shorter way', () => {
    const turned = (from: number, to: number) =>
      evaluate(
        change,
        evidenceOf(
          'tilt',
          'azimuth',
          series('azimuth', [
            [start - hour, from],
            [start, to],
          ]),
        ),
      );
    expect([turned(350, 10), turned(10, 350), turned(0, 180), turned(180, 0), turned(90, 90)]).toEqual([
      20, -20, 180, 180, 0,
    ]);
  });
  it('of other elements and channels does not count', () => {
    const readings = [
      reading(start - hour, { cumulativeA: 1 }, 1),
      reading(start - hour, { cumulativeB: 7 }, 2),
      reading(start, { cumulativeA: 4 }, 2),
    ];
    expect(evaluate(change, evidenceOf('profile', 'cumulativeA', readings, { element: 2 }))).toBeNull();
  });
  it('of random series is that of a search through all readings', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const points = Array.from(
        { length: 40 },
        (_, n) =>
          [Math.round(between(seed, n, -2 * hour, 0)), Math.round(between(seed, 100 + n, 0, 9))] as const,
      ).sort(([a], [b]) => a - b);
      const [now, x] = [0, 5];
      const ordered = [...points.filter(([t]) => t < 0), [now, x] as const];
      const near = ordered
        .slice(0, -1)
        .map(([t, y]) => ({ t, y, off: Math.abs(t + hour) }))
        .filter(({ off }) => off <= 2 * minute)
        .sort((a, b) => a.off - b.off || a.t - b.t)[0];
      expect(evaluate(change, tilt(ordered, { collectionCycle: 240 }))).toBe(
        near === undefined ? null : x - near.y,
      );
    }
  });
});

describe('speed', () => {
  it('is by the time between the two readings, not by the range', () => {
    const evidence = tilt([
      [-64 * minute, 1],
      [0, 4.2],
    ]);
    expect(evaluate(speed, evidence, { range: 60 })).toBeCloseTo((3.2 / 64) * 60, 12);
    expect(evaluate(speed, evidence, { range: 58 })).toBeNull();
  });
  it('of a line is its slope, whatever the range', () => {
    const evidence = tilt(
      Array.from({ length: 100 }, (_, n) => [(n - 99) * 10 * minute, 2 + 0.25 * n] as const),
    );
    for (const range of [10, 30, 60, 600])
      expect(evaluate(speed, evidence, { range })).toBeCloseTo(-0.25 * -6, 10);
  });
});

describe('change from the initial value', () => {
  const baseline = (t: number, values: Readonly<Record<string, number | null>>, id = 1): Baseline => ({
    id,
    t,
    initialValues: Object.entries(values).map(([channel, own]) => ({
      row: 'tilt',
      element: null,
      channel,
      value: own,
    })),
  });
  const read = [reading(start, { x: 1.3, y: -0.4, tilt: 9, temperature: 20 })];
  const at = (channel: string, baselines: readonly Baseline[], datumAt: number | null = null) =>
    evaluate(absoluteChange, evidenceOf('tilt', channel, read, { baselines, datumAt }));

  it('is the difference to the initial value in force', () => {
    expect(at('x', [baseline(start - 5, { x: 1.2 })])).toBe(0.1);
    expect(at('x', [baseline(start, { x: 1 })])).toBe(0.3);
    expect(at('x', [baseline(start - 5, { x: 1.2 }), baseline(start + 1, { x: 0 }, 2)])).toBe(0.1);
  });
  it('is unknown where there is none, or none any more', () => {
    expect(at('x', [])).toBeNull();
    expect(at('x', [baseline(start + 1, { x: 1 })])).toBeNull();
    expect(at('x', [baseline(start - 5, { x: 1 }), baseline(start - 1, { x: null }, 2)])).toBeNull();
    expect(at('x', [baseline(start - 5, { y: 1 })])).toBeNull();
    expect(at('temperature', [baseline(start - 5, { temperature: 1 })])).toBeNull();
  });
  it('of total tilt is made of the relative values of its parts', () => {
    const tangent = (angle: number) => Math.tan((angle * Math.PI) / 180);
    const expected = (Math.atan(Math.hypot(tangent(0.3), tangent(-0.6))) * 180) / Math.PI;
    expect(at('tilt', [baseline(start - 5, { x: 1, y: 0.2 })])).toBeCloseTo(expected, 5);
    expect(at('tilt', [baseline(start - 5, { x: 1 })])).toBeNull();
    expect(at('tilt', [baseline(start - 5, { x: 1, tilt: 2 })])).toBeNull();
  });
  it('is never across a datum', () => {
    const own = [baseline(start - 5, { x: 1 })];
    expect(at('x', own, start - 5)).toBe(0.3);
    expect(at('x', own, start - 4)).toBeNull();
    expect(at('x', own, start + 1)).toBeNull();
  });
  it('of an element is by its own initial value', () => {
    const initialValues = [1, 2].map((element) => ({
      row: 'profile' as const,
      element,
      channel: 'cumulativeA',
      value: element,
    }));
    const nodes = [1, 2].map((node) => reading(start, { cumulativeA: 10 }, node));
    expect(
      evaluate(
        absoluteChange,
        evidenceOf('profile', 'cumulativeA', nodes, {
          element: 2,
          baselines: [{ id: 1, t: start, initialValues }],
        }),
      ),
    ).toBe(8);
  });
});
