import { describe, expect, it } from 'vitest';
import {
  compensationText,
  formulaTemplates,
  plainNumber,
  spanText,
  templateLetters,
  templateOf,
  templateText,
} from '../../../src/domain/formula-templates.ts';
import { lettersOf, parseFormula } from '../../../src/domain/formulas/parse.ts';

const given = { k: '0.012', t0: '15', lag: '' };

describe('templates of formulas', () => {
  it.each(
    formulaTemplates.filter((template) => template !== 'free'),
  )('%s is found again in its text', (template) => {
    const text = templateText(template, given) ?? '';
    expect(templateOf(text).template).toBe(template);
    expect([...lettersOf(parseFormula(text))].sort()).toEqual(templateLetters(template));
    // However it is spaced.
    expect(templateOf(text.replaceAll(' ', '  ').toUpperCase()).template).toBe(template);
  });
  it.each([
    'b - a',
    'a - b - b',
    'a * b',
    'mean(b, 24 h)',
    'change(a, 24 h)',
    'a - 2 * b',
    'a -',
    '',
  ])('no template: %s', (text) => expect(templateOf(text)).toEqual({ template: 'free', compensation: null }));
  it('leave a free text as it is', () => {
    expect(templateText('free', given)).toBeNull();
    expect(templateLetters('free')).toBeNull();
  });
});

describe('the compensation of a temperature', () => {
  it.each([
    [{ k: '0.012', t0: '15', lag: '' }, 'a - 0.012 * (b - 15)'],
    [{ k: '-0.012', t0: '-3.5', lag: '' }, 'a + 0.012 * (b + 3.5)'],
    [{ k: '0.5', t0: '0', lag: '3 h' }, 'a - 0.5 * (before(b, 3 h) - 0)'],
    [{ k: '', t0: '', lag: '' }, 'a - k * (b - t0)'],
    [{ k: '0.0000001', t0: '15', lag: '' }, 'a - 0.0000001 * (b - 15)'],
  ])('%o', (compensation, text) => {
    expect(compensationText(compensation)).toBe(text);
    if (compensation.k !== '') expect(templateOf(text).compensation).toEqual(compensation);
  });
  it('is read with signs as people write them', () => {
    expect(templateOf('a - -0.012*(b - -3.5)').compensation).toEqual({ k: '-0.012', t0: '-3.5', lag: '' });
    expect(templateOf('a + 2*(before(b, 90 min) + 1)').compensation).toEqual({
      k: '-2',
      t0: '-1',
      lag: '90 min',
    });
  });
});

describe('numbers and spans as formulas write them', () => {
  it.each([
    [0.0123456, '0.012346'],
    [-2, '-2'],
    [0, '0'],
    [-0, '0'],
    [1200, '1200'],
    [1.5e-7, '0.00000015'],
  ])('%d', (value, text) => expect(plainNumber(value)).toBe(text));
  it.each([
    [3 * 3_600_000, '3 h'],
    [90 * 60_000, '90 min'],
    [2 * 86_400_000, '2 d'],
    [5 * 60_000 + 20_000, '5 min'],
    [20_000, ''],
    [0, ''],
  ])('%d ms', (ms, text) => expect(spanText(ms)).toBe(text));
});
