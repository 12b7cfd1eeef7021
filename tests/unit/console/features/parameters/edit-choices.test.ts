/** What a parameter can be chosen from by command. */
import { expect, it } from 'vitest';
import { groups } from '../../../../../src/catalogue/index.ts';
import { editChoices } from '../../../../../src/console/features/parameters/edit-choices.ts';

it('a set is chosen from each of its subsets, the whole first', () => {
  const axes = groups.rt3000.fields.find(({ id }) => id === 'axes');
  const choices = editChoices(axes, (id) => id);
  expect(choices).toHaveLength(7);
  expect(choices[0]?.value).toEqual(['x', 'y', 'z']);
  expect(choices.map(({ value }) => value)).toContainEqual(['x', 'z']);
});
