/** Given arguments against declared ones. */
import { describe, expect, it } from 'vitest';
import { checkArguments, type Declaration } from '../../../src/script/arguments.ts';

const declaration: Declaration = {
  arguments: [
    { name: 'cycle', is: { type: 'number', min: 60, max: 3600, default: 600 } },
    { name: 'mode', is: { type: 'choice', choices: [{ value: 'a' }, { value: 'b' }] } },
    { name: 'which', is: { type: 'stations', default: [] } },
    { name: 'note', is: { type: 'text', maxLength: 5, default: '' } },
    { name: 'sure', is: { type: 'flag', default: false } },
  ],
};
const problems = (given: Record<string, unknown>) =>
  checkArguments(declaration, { mode: 'a', ...given }).problems;

describe('arguments', () => {
  it('take their defaults where they are left out', () =>
    expect(checkArguments(declaration, { mode: 'b' })).toEqual({
      values: { cycle: 600, mode: 'b', which: [], note: '', sure: false },
      problems: [],
    }));
  it('are missing where there is no default', () =>
    expect(checkArguments(declaration, {}).problems).toEqual([{ name: 'mode', reason: 'missing' }]));
  it.each([
    ['range', { cycle: 59 }],
    ['range', { cycle: 3601 }],
    ['type', { cycle: '600' }],
    ['type', { cycle: Number.NaN }],
    ['choice', { mode: 'c' }],
    ['type', { which: 'A' }],
    ['range', { note: 'longer' }],
    ['type', { sure: 1 }],
    ['unknown', { other: 1 }],
    ['unknown', { toString: 1 }],
  ])('%s: %j', (reason, given) => {
    expect(problems(given).map((problem) => problem.reason)).toEqual([reason]);
  });
  it.each([60, 3600])('%d, at its bound, is taken', (cycle) => expect(problems({ cycle })).toEqual([]));
});
