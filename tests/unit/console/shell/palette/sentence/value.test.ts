import { describe, expect, it } from 'vitest';
import en from '../../../../../../locales/en.json' with { type: 'json' };
import ja from '../../../../../../locales/ja.json' with { type: 'json' };
import zh from '../../../../../../locales/zh-chs.json' with { type: 'json' };
import type { Unit } from '../../../../../../src/base/units.ts';
import type { ParameterField } from '../../../../../../src/catalogue/model.ts';
import { readValue } from '../../../../../../src/console/shell/palette/sentence/value.ts';

const words = { 'zh-chs': zh, en, ja };
const number = (unit: Unit | null, more: object = {}): ParameterField =>
  ({
    id: 'x',
    type: 'number',
    unit,
    digits: 3,
    ranges: [[0, 1e9]],
    default: 0,
    source: 'assumed',
    ...more,
  }) as ParameterField;

describe('a value in words', () => {
  it.each<[Unit | null, string, number | undefined]>([
    ['s', '10m', 600],
    ['s', '10 min', 600],
    ['s', '1.5h', 5400],
    ['s', '1d', 86_400],
    ['s', '3600', 3600],
    ['s', '500ms', 0.5],
    ['s', '10分', 600],
    ['min', '2h', 120],
    ['ms', '2s', 2000],
    ['mm', '1.2cm', 12],
    ['mm', '0.1m', 100],
    ['m', '5m', 5],
    ['mg', '0.02g', 20],
    ['MHz', '433000khz', 433],
    ['°', '−12.5°', -12.5],
    [null, '42', 42],
    ['s', '10mm', undefined],
    ['mm', '10s', undefined],
    [null, '10s', undefined],
    ['s', 'ten', undefined],
    ['s', '', undefined],
    ['s', '1e3', undefined],
  ])('for %s, %s is %s', (unit, text, value) => expect(readValue(number(unit), text, words)).toBe(value));

  it('off is what means off', () => {
    expect(readValue(number('°', { off: 0 }), 'off', words)).toBe(0);
    expect(readValue(number('°', { nullable: true }), 'オフ', words)).toBeNull();
    expect(readValue(number('°'), 'off', words)).toBeUndefined();
  });
  it('switches and choices go by their words in any language', () => {
    const flag: ParameterField = { id: 'f', type: 'flag', default: false, source: 'assumed' };
    expect(['on', '关', 'オン', 'perhaps'].map((text) => readValue(flag, text, words))).toEqual([
      true,
      false,
      true,
      undefined,
    ]);
    const choice: ParameterField = {
      id: 'e',
      type: 'enum',
      values: 'loraBandwidth',
      default: 'x',
      source: 'assumed',
    };
    const wanted = readValue(choice, '250', words);
    expect(wanted).toBe(readValue(choice, '250 kHz', words));
    expect(wanted).toBeTypeOf('string');
    expect(readValue(choice, '777', words)).toBeUndefined();
  });
});
