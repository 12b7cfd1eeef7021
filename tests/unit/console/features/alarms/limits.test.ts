/** Limits behind curves: which are drawn, their bands, and how far they widen the axis. */
import { describe, expect, it } from 'vitest';
import {
  bandsOf,
  type ChartLimit,
  limitsOfPane,
  withLimits,
} from '../../../../../src/console/components/chart/limits.ts';
import { limitsOfSeries } from '../../../../../src/console/features/history/use-limits.ts';
import type { StationLimit } from '../../../../../src/console/state/alarms/curves.ts';

const limit = (own: Partial<ChartLimit> = {}): ChartLimit => ({
  curve: 'x',
  rank: 1,
  side: 'above',
  limit: 10,
  from: 0,
  until: null,
  label: '10',
  ...own,
});
const stated = (own: Partial<StationLimit> = {}): StationLimit => ({
  ruleId: 1,
  ruleName: 'Tilt',
  version: 1,
  from: 5,
  until: null,
  rank: 1,
  quantity: 'value',
  args: {},
  sensorId: 7,
  row: 'tilt',
  element: 0,
  channel: 'x',
  side: 'above',
  either: false,
  limit: 0.5,
  isAlone: true,
  ...own,
});
const series = (relative: boolean) => [
  {
    key: '7.tilt.x',
    sourceId: 7,
    row: 'tilt',
    element: 0,
    series: { channel: 'x', digits: 4, sum: false, relative },
  },
];
const drawn = (limits: readonly StationLimit[], relative = false) =>
  limitsOfSeries(limits, series(true) as never, relative);

describe('the limits of a curve', () => {
  it('are those of the value itself', () => {
    expect(
      drawn([stated(), stated({ quantity: 'change' }), stated({ channel: 'y' }), stated({ sensorId: 8 })]),
    ).toEqual([
      { curve: '7.tilt.x', rank: 1, from: 5, until: null, side: 'above', limit: 0.5, label: '0.5000' },
    ]);
  });
  it('relative to initial values are those of the change since them', () => {
    const both = [stated(), stated({ quantity: 'absoluteChange', limit: 2 })];
    expect(drawn(both, true).map((one) => one.limit)).toEqual([2]);
    expect(drawn(both, false).map((one) => one.limit)).toEqual([0.5]);
  });
  it('of an amount stand on both sides', () => {
    expect(drawn([stated({ either: true })]).map((one) => [one.side, one.limit])).toEqual([
      ['above', 0.5],
      ['below', -0.5],
    ]);
  });
  it('that count only together with others are no lines', () => {
    expect(drawn([stated({ isAlone: false })])).toEqual([]);
  });
  it('are written with the digits that they have', () => {
    expect(drawn([stated({ limit: 0.00123 })])[0]?.label).toBe('0.00123');
  });
});

describe('the limits of a pane', () => {
  it('are of its curves, each once, from the first version on', () => {
    const found = limitsOfPane(
      [
        limit({ rank: 2, limit: 20 }),
        limit({ from: 9 }),
        limit({ curve: 'y', from: 3 }),
        limit({ curve: 'z' }),
      ],
      new Set(['x', 'y']),
    );
    expect(found.map(({ rank, from }) => [rank, from])).toEqual([
      [1, 3],
      [2, 0],
    ]);
  });
  it('are of the axis of their curve: the same figure at both axes is two limits', () => {
    const found = limitsOfPane(
      [limit(), limit({ curve: 'y' }), limit({ curve: 'y', rank: 2 })],
      new Set(['x', 'y']),
      new Set(['y']),
    );
    expect(found.map(({ rank, curve, axis }) => [rank, curve, axis])).toEqual([
      [1, 'x', undefined],
      [1, 'y', 'right'],
      [2, 'y', 'right'],
    ]);
  });
  it('fill the room up to the next level, and the last up to the edge', () => {
    expect(bandsOf([limit({ rank: 4, limit: 30 }), limit(), limit({ rank: 2, limit: 20 })])).toEqual([
      { rank: 1, from: 0, until: null, low: 10, high: 20 },
      { rank: 2, from: 0, until: null, low: 20, high: 30 },
      { rank: 4, from: 0, until: null, low: 30, high: Number.POSITIVE_INFINITY },
    ]);
    expect(
      bandsOf([limit({ side: 'below', limit: -10 }), limit({ side: 'below', rank: 2, limit: -20 })]),
    ).toEqual([
      { rank: 1, from: 0, until: null, low: -20, high: -10 },
      { rank: 2, from: 0, until: null, low: Number.NEGATIVE_INFINITY, high: -20 },
    ]);
  });
  it('change with the versions of their rule', () => {
    const found = bandsOf([limit({ until: 50 }), limit({ from: 50, limit: 12 })]);
    expect(found.map(({ from, until, low }) => [from, until, low])).toEqual([
      [0, 50, 10],
      [50, null, 12],
    ]);
  });
  it('are no bands where two of one level are of different curves', () => {
    expect(bandsOf([limit(), limit({ curve: 'y', limit: 12 })])).toEqual([]);
  });
  it('widen the axis where they lie no further off than the curve is high', () => {
    const range = { low: 0, high: 5 };
    expect(withLimits(range, [limit({ limit: 10 })])).toEqual({ low: 0, high: 10 });
    expect(withLimits(range, [limit({ limit: 10.1 })])).toEqual(range);
    expect(withLimits(range, [limit({ side: 'below', limit: -5 })])).toEqual({ low: -5, high: 5 });
    expect(withLimits(range, [limit({ limit: 3 })])).toEqual(range);
  });
});
