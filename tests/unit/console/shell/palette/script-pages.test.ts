/** What a script declares, as the palette asks for it: what Enter takes, what is read, what cannot be. */
import { describe, expect, it } from 'vitest';
import {
  type AskedArgument,
  askedAt,
  askedValues,
  readTyped,
} from '../../../../../src/console/shell/palette/pages/script-pages.ts';
import type { WorkflowArgument } from '../../../../../src/contract/workflows.ts';

const cycle: WorkflowArgument = {
  name: 'cycle',
  type: 'number',
  min: 60,
  max: 64_800,
  unit: 's',
  default: 3600,
};
const host: WorkflowArgument = { name: 'host', type: 'text', maxLength: 5 };
const fresh: WorkflowArgument = { name: 'fresh', type: 'flag', default: false };
const words = { 'zh-chs': {}, ja: {}, en: { 'palette.isDefault': 'default' } };
const declared = [cycle, host, fresh];
const asked = (at: number, last = {}): AskedArgument => {
  const found = askedAt(declared, at, last);
  if (found === null) throw new Error('nothing is asked');
  return found;
};

describe('what Enter takes', () => {
  it('is the default, or what was given last', () => {
    expect(asked(0)).toMatchObject({ at: 1, of: 3, standing: 3600, isLast: false });
    expect(asked(0, { cycle: 600 })).toMatchObject({ standing: 600, isLast: true });
    expect(readTyped(asked(0), '')).toEqual({ value: 3600 });
    const values = askedValues(asked(2), [], [], 'en', words);
    expect(values.map(({ value, note }) => [value, note])).toEqual([
      [false, 'default'],
      [true, undefined],
    ]);
  });
  it('is nothing where it must be given, or what was given last does not fit any more', () => {
    expect(readTyped(asked(1), '')).toEqual({ problem: 'missing' });
    expect(asked(0, { cycle: 5 })).toMatchObject({ standing: 3600, isLast: false });
    expect(askedAt(declared, 3, {})).toBeNull();
  });
});

describe('what is typed', () => {
  it.each([
    ['1200', { value: 1200 }],
    ['20m', { value: 1200 }],
    ['1 h', { value: 3600 }],
    ['30', { problem: 'range' }],
    ['soon', { problem: 'type' }],
    ['5 mm', { problem: 'type' }],
  ])('%s for a number of seconds', (typed, read) => expect(readTyped(asked(0), typed)).toEqual(read));
  it('for a text has its length', () => {
    expect(readTyped(asked(1), 'a.b')).toEqual({ value: 'a.b' });
    expect(readTyped(asked(1), 'a.b.c.d')).toEqual({ problem: 'range' });
  });
});
