/** When `{` opens the list of placeholders, and what choosing one writes. */
import { describe, expect, it } from 'vitest';
import { openBrace, withField } from '../../../../../src/console/features/alert-config/open-brace.ts';

describe('an open brace', () => {
  it.each([
    ['{', 1, { from: 0, to: 1, typed: '' }],
    ['At {sta', 7, { from: 3, to: 7, typed: 'sta' }],
    ['{level} {x', 10, { from: 8, to: 10, typed: 'x' }],
    ['{level} more', 3, { from: 0, to: 3, typed: 'le' }],
  ])('of %j at %i', (text, caret, expected) => {
    expect(openBrace(text, caret)).toEqual(expected);
  });
  it.each([
    ['{level}', 7],
    ['{ level', 7],
    ['level', 5],
    ['{level', 0],
  ])('is none in %j at %i', (text, caret) => {
    expect(openBrace(text, caret)).toBeNull();
  });
});

it('a placeholder stands in its place, closed once, with the caret behind it', () => {
  expect(withField('At {sta now', { from: 3, to: 7 }, 'station')).toEqual({
    text: 'At {station} now',
    caret: 12,
  });
  expect(withField('At {}.', { from: 3, to: 4 }, 'code')).toEqual({ text: 'At {code}.', caret: 9 });
  expect(withField('', { from: 0, to: 0 }, 'x')).toEqual({ text: '{x}', caret: 3 });
});
