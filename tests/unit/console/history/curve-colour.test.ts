/** Which colour a curve has by its place among those that are drawn together. */
import { expect, it } from 'vitest';
import { curveColour } from '../../../../src/console/components/chart/curve-colour.ts';

const all = (count: number) => Array.from({ length: count }, (_, place) => curveColour(place, count));

it('has the colours of the series up to eight, those of alert charts from nine on, 21 of which differ', () => {
  expect(all(8)).toEqual(['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8']);
  expect(all(9).slice(0, 2)).toEqual(['--a01', '--a02']);
  expect(all(9).at(-1)).toBe('--a09');
  expect(new Set(all(21)).size).toBe(21);
  expect(all(22).at(-1)).toBe('--a01');
});
