/** Formulas: how they are read, which units fit, what they come to, each against sums written here. */
import { describe, expect, test } from 'vitest';
import type { Unit } from '../../../../src/base/units.ts';
import { computeFormula, type InputColumn, reachOf } from '../../../../src/domain/formulas/compute.ts';
import { FormulaProblem, parseFormula } from '../../../../src/domain/formulas/parse.ts';
import { checkFormula, unitOfFormula } from '../../../../src/domain/formulas/units.ts';

const minute = 60_000;
const column = (...pairs: readonly (readonly [number, number])[]): InputColumn => ({
  t: pairs.map(([t]) => t * minute),
  value: pairs.map(([, value]) => value),
});
const columns = new Map([
  ['a', column([0, 5], [10, 6], [20, 8], [30, 11])],
  ['b', column([0, 1], [5, 2], [15, 4], [29, 3])],
]);
const at = (text: string, t: number, age = 60) =>
  computeFormula({ node: parseFormula(text), lead: 'a', age: age * minute }, columns, [t * minute])[0];

describe('a formula comes to', () => {
  test.each([
    ['a + b * 2', 5 + 1 * 2],
    ['(a + b) * 2', 12],
    ['-a ^ 2', -25],
    ['2 ^ -1 + 0*a', 0.5],
    ['a - b - 1', 3],
    ['a / b / 5', 1],
    ['2^3^2 + 0*a', 512],
    ['sqrt(a*5) + abs(-3) + min(a, b, 4) + max(a, 2)', 5 + 3 + 1 + 5],
    ['sin(30) + cos(60) + tan(45) + 0*a', 2],
    ['exp(ln(a))', 5],
    ['１．５ × a ÷ 3 − 2', 1.5 * (5 / 3) - 2],
    ['1e2*A', 500],
  ])('%s', (text, expected) => {
    expect(at(text, 0)).toBeCloseTo(expected, 12);
  });

  test('takes of the first input the moment alone, of the others what is newest and not too old', () => {
    expect(at('a + b', 20)).toBe(8 + 4);
    expect(at('a', 15)).toBeNaN();
    // Of minute 29 to minute 30; that of minute 15 at minute 20 is 5 min old.
    expect(at('a + b', 30, 2)).toBe(11 + 3);
    expect(at('a + b', 20, 5)).toBeNaN();
    expect(at('a + b', 20, 6)).toBe(12);
  });
  test('looks back by spans: the moment at their beginning is outside', () => {
    expect(at('mean(b, 20 min)', 30)).toBe((4 + 3) / 2);
    expect(at('mean(a, 20 min)', 20)).toBe((6 + 8) / 2);
    expect(at('before(a, 10 min)', 20)).toBe(6);
    expect(at('before(b, 0.25 h)', 20)).toBe(2);
    expect(at('change(a, 10min)', 30)).toBe(11 - 8);
    // No value is old enough.
    expect(at('before(a, 10 min)', 0)).toBeNaN();
  });
  test('gives no mean before half of its span has values', () => {
    expect(at('mean(a, 40 min)', 10)).toBeNaN();
    expect(at('mean(a, 40 min)', 20)).toBe((5 + 6 + 8) / 3);
  });
  test('has no value where it is no number', () => {
    expect(at('a / (b - 1)', 0)).toBeNaN();
    expect(at('sqrt(-a)', 0)).toBeNaN();
    expect(at('ln(a - a)', 0)).toBeNaN();
  });
  test('reaches as far as it looks back', () => {
    const of = (text: string, letter: string) =>
      reachOf({ node: parseFormula(text), lead: 'a', age: minute }, letter) / minute;
    expect(of('a + b', 'a')).toBe(0);
    expect(of('a + b', 'b')).toBe(1);
    expect(of('mean(a, 3 h) + before(a, 1 d) + b', 'a')).toBe(1441);
  });
});

const faultOf = (text: string, units?: Readonly<Record<string, Unit | null>>, unit: Unit | null = 'mm') => {
  try {
    const node = parseFormula(text);
    if (units !== undefined) checkFormula(node, new Map(Object.entries(units)), unit);
    return null;
  } catch (error) {
    return error instanceof FormulaProblem ? error.fault : error;
  }
};

describe('what is wrong with a formula is said', () => {
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['a +', 'end'],
    ['(a', 'end'],
    ['a)', 'sign'],
    ['a b', 'sign'],
    ['a % 2', 'sign'],
    ['a; b', 'sign'],
    ['foo(a)', 'name'],
    ['constructor(a)', 'name'],
    ['abs(a, b)', 'count'],
    ['max(a)', 'count'],
    ['mean(a + b, 1 h)', 'sign'],
    ['mean(2, 1 h)', 'spanInput'],
    ['mean(a, 1)', 'span'],
    ['mean(a, 1', 'end'],
    ['mean(a, 1 y)', 'span'],
    ['mean(a, 59 s)', 'spanBounds'],
    ['mean(a, 60 s)', null],
    ['mean(a, 31 d)', null],
    ['mean(a, 32 d)', 'spanBounds'],
    [`a${'+1'.repeat(99)}+`, 'end'],
    [`a${'+1'.repeat(100)}`, 'long'],
    [`${'('.repeat(31)}a${')'.repeat(31)}`, null],
    [`${'('.repeat(32)}a${')'.repeat(32)}`, 'deep'],
    [`${'-'.repeat(199)}a`, 'deep'],
  ] as const)('%s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  const two = { a: 'mm', b: '°C' } as const;
  test.each([
    ['a + b', 'add', two],
    ['a - 0.012 * (b - 15)', null, two],
    ['max(a, b)', 'add', two],
    ['a + c', 'letter', two],
    ['a', 'unused', two],
    ['1 + 2', 'noInput', {}],
    ['sin(a)', 'angle', { a: 'mm' }],
    ['ln(a) * 1', 'bare', { a: 'mm' }],
    ['2 ^ a', 'exponent', { a: 'mm' }],
    ['a / b', 'unit', { a: 'mm', b: 'mm' }],
    ['a', 'unit', { a: 'm' }],
    ['a', null, { a: 'mm' }],
    ['a * 1000', null, { a: 'm' }],
    ['a * b', null, two],
    ['mean(a, 1 h) - b', 'add', two],
  ] as const)('%s of %o', (text, fault, units) => {
    expect(faultOf(text, units)).toBe(fault);
  });

  test('the unit that it comes out in is proposed', () => {
    const of = (text: string, units: Readonly<Record<string, Unit | null>>) =>
      unitOfFormula(parseFormula(text), new Map(Object.entries(units)));
    expect(of('a - before(b, 1 h)', { a: 'mm', b: 'mm' })).toBe('mm');
    expect(of('a / b', { a: 'mm', b: 'mm' })).toBeNull();
    expect(of('a / b', { a: 'mm', b: 'h' })).toBe('any');
  });
});
