import { expect, it } from 'vitest';
import { movementOf, strongestOf } from '../../../src/domain/readings/strongest.ts';

const node = (element: number, cumulativeA: number | null, cumulativeB: number | null) => ({
  element,
  values: { cumulativeA, cumulativeB },
});

it('the strongest node is the one whose displacement along both axes is longest', () => {
  const nodes = [node(1, 4, 0), node(2, -3, 4), node(3, 4.9, -0.5), node(4, null, 90)];
  expect(strongestOf(nodes, 'cumulativeA')?.element).toBe(2);
  expect(movementOf(nodes[1] ?? node(0, 0, 0), 'cumulativeA')).toBe(5);
  expect(strongestOf([node(1, 2, 0), node(2, 0, -2)], 'cumulativeA')?.element).toBe(1);
});
it('the strongest layer is the one that settled most, up or down', () => {
  const layers = [2.5, -7, 6.9].map((settlement, index) => ({ element: index + 1, values: { settlement } }));
  expect(strongestOf(layers, 'settlement')?.element).toBe(2);
  expect(strongestOf([{ element: 1, values: {} }], 'settlement')).toBeNull();
  expect(strongestOf([], 'settlement')).toBeNull();
});
