/** Ticks of value axes: round, and always enough of them to be a scale. */
import { expect, it } from 'vitest';
import { valueTicks } from '../../../src/base/axis-ticks.ts';
import { numberAxis } from '../../../src/console/components/plot/ticks.ts';

it.each([
  [-4.73, 4.73],
  [-0.94, 0.94],
  [1.6, 4.9],
  [-930, 930],
  [0, 1],
])('there are two at least from %d to %d, within it', (low, high) => {
  const ticks = valueTicks(low, high, 4);
  expect(ticks.length).toBeGreaterThanOrEqual(2);
  expect(ticks.every((tick) => tick >= low && tick <= high)).toBe(true);
});

it('one value alone has one tick', () => {
  expect(valueTicks(3, 3, 4)).toEqual([3]);
});

it('the unit stands behind the last number of an axis', () => {
  const labels = (unit: string) => numberAxis(0, 6, 6, unit).ticks.map(({ label }) => label);
  expect(labels('s')).toEqual(['0', '1', '2', '3', '4', '5', '6 s']);
  expect(labels('')).toEqual(['0', '1', '2', '3', '4', '5', '6']);
});
