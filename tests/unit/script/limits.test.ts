import { expect, it } from 'vitest';
import { mostItems } from '../../../src/contract/plans/plans.ts';
import { limits } from '../../../src/script/limits.ts';

it('a script may propose as many sets as a plan holds', () => {
  expect(limits.sets).toBe(mostItems);
});
