import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareNatural } from '../../../src/base/natural-order.ts';

const collator = new Intl.Collator('en', { numeric: true });
const characters = [...'-0019AABZ'];
const code = fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 });

it('puts codes into the order that the rules of languages give them', () => {
  fc.assert(
    fc.property(code, code, (a, b) => {
      expect(Math.sign(compareNatural(a, b))).toBe(Math.sign(collator.compare(a, b)));
    }),
  );
});

it('counts in numbers, and knows names beyond capital letters', () => {
  expect(['YN-10', 'YN-2', 'A-1', 'YN-2-1'].sort(compareNatural)).toEqual(['A-1', 'YN-2', 'YN-2-1', 'YN-10']);
  expect(['slope 10', 'Slope 9', '坡 2', '坡 10'].sort(compareNatural)).toEqual([
    'Slope 9',
    'slope 10',
    '坡 2',
    '坡 10',
  ]);
});
