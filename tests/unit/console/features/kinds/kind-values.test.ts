import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  countOf,
  newChannel,
  problemOf,
  valuesOf,
} from '../../../../../src/console/features/kinds/kind-values.ts';
import type { Kind } from '../../../../../src/console/features/kinds/use-kinds.ts';

const names = (word: string) => ({ 'zh-chs': `${word} 1`, en: `${word} 2`, ja: `${word} 3` });
const kind: Kind = {
  ...{ id: 7, companyId: 2, version: 3, sensors: 0, ofFormula: false, names: names('Weir'), primary: 's1' },
  channels: [
    { column: 'c4', names: names('Flow'), unit: 'mm/h', digits: 3, min: -1.5, max: null, hidden: true },
    { column: 's1', names: names('Sum'), unit: null, digits: 0, min: null, max: 0, hidden: false },
  ],
};

describe('the form of a kind', () => {
  test('brings a kind back as it was', () => {
    const { names: own, channels, primary } = kind;
    expect(bodyOf(valuesOf(kind, 2))).toEqual({ names: own, channels, primary });
  });
  test('of a new one begins with one curve', () => {
    const values = valuesOf(null, 2);
    expect([countOf(values), values['companyId'], values['channels.0.column']]).toEqual([1, '2', 'c0']);
  });
  test('puts a new channel into the first free column of its class, until there is none', () => {
    expect(newChannel(2, valuesOf(kind, 2), 'amount')?.['channels.2.column']).toBe('s0');
    const full = Object.fromEntries(
      ['b0', 'b1', 'b2', 'b3'].map((column, at) => [`channels.${at}.column`, column]),
    );
    expect(newChannel(3, full, 'bearing')?.['channels.3.column']).toBe('b3');
    expect(newChannel(4, full, 'bearing')).toBeNull();
  });
  test('names the first field that cannot be sent', () => {
    const text = (id: string) => id;
    const values = valuesOf(kind, 2);
    expect(problemOf(values, text)).toBeNull();
    expect(problemOf({ ...values, 'names.ja': ' ' }, text)).toEqual({
      field: 'names.ja',
      sentence: 'bound.required',
    });
    expect(problemOf({ ...values, 'channels.1.max': '12a' }, text)).toEqual({
      field: 'channels.1.max',
      sentence: 'kinds.noNumber',
    });
  });
});
