/** Formulas that one begins with: their text, and which of them a text is. */
import { spanBounds } from '../base/bounds/formulas.ts';
import { type FormulaNode, parseFormula } from './formulas/parse.ts';

export const formulaTemplates = ['difference', 'sum', 'mean', 'compensation', 'free'] as const;
export type FormulaTemplate = (typeof formulaTemplates)[number];

/** What the compensation of a temperature is made of, as texts; '' = not given yet. */
export interface Compensation {
  /** Unit of the value for 1 °C. */
  readonly k: string;
  /** °C: the value is that of this temperature. */
  readonly t0: string;
  /** How long the value comes after the temperature, such as `3 h`; '' = at once. */
  readonly lag: string;
}

/** A number as formulas and fields write it: at most `digits` figures that count, no exponent. */
export const plainNumber = (value: number, digits = 5): string => {
  const text = Number(value.toPrecision(digits)).toFixed(12);
  const short = text.replace(/\.?0+$/, '');
  return short === '-0' ? '0' : short;
};

/** A span as formulas write it, in the largest unit that takes it whole, to the minute; '' below the shortest that there is. */
export function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes * 60_000 < spanBounds.min) return '';
  if (minutes % 1440 === 0) return `${minutes / 1440} d`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text));

/** `sign text` without two signs in a row: `- -3` becomes `+ 3`. Letters stand for what is not given. */
function signed(sign: '+' | '-', text: string, letter: string): string {
  if (!isNumber(text)) return `${sign} ${letter}`;
  const value = Number(text);
  const turned = sign === '-' ? '+' : '-';
  return value < 0 ? `${turned} ${plainNumber(-value, 12)}` : `${sign} ${plainNumber(value, 12)}`;
}

/** The compensation as a formula of the value `a` and the temperature `b`. */
export function compensationText({ k, t0, lag }: Compensation): string {
  const temperature = lag === '' ? 'b' : `before(b, ${lag})`;
  return `a ${signed('-', k, 'k')} * (${temperature} ${signed('-', t0, 't0')})`;
}

const texts: Readonly<Record<Exclude<FormulaTemplate, 'compensation' | 'free'>, string>> = {
  difference: 'a - b',
  sum: 'a + b',
  mean: 'mean(a, 24 h)',
};

/** Text of a template; null where the text that is there may stay. */
export const templateText = (template: FormulaTemplate, compensation: Compensation): string | null =>
  template === 'free' ? null : template === 'compensation' ? compensationText(compensation) : texts[template];

/** Letters that a template reads; null = any. */
export const templateLetters = (template: FormulaTemplate): readonly string[] | null =>
  template === 'free' ? null : template === 'mean' ? ['a'] : ['a', 'b'];

const isInput = (node: FormulaNode, letter: string): boolean =>
  node.kind === 'input' && node.letter === letter;

function numberOf(node: FormulaNode): number | null {
  if (node.kind === 'number') return node.value;
  const inner = node.kind === 'minus' ? numberOf(node.of) : null;
  return inner === null ? null : -inner;
}

type Binary = Extract<FormulaNode, { readonly kind: 'binary' }>;

/** Its number at the right, with the sign before it. */
function signedRight(node: Binary): number | null {
  const value = numberOf(node.right);
  return value === null ? null : node.sign === '-' ? value : node.sign === '+' ? -value : null;
}

function compensationOf(node: FormulaNode): Compensation | null {
  if (node.kind !== 'binary' || !isInput(node.left, 'a') || node.right.kind !== 'binary') return null;
  const { sign, right: product } = node;
  if ((sign !== '-' && sign !== '+') || product.sign !== '*' || product.right.kind !== 'binary') return null;
  const [factor, distance] = [numberOf(product.left), product.right];
  const t0 = signedRight(distance);
  if (factor === null || t0 === null) return null;
  const of = distance.left;
  const isBefore = of.kind === 'span' && of.name === 'before' && of.letter === 'b';
  if (!isBefore && !isInput(of, 'b')) return null;
  return {
    k: plainNumber(sign === '-' ? factor : -factor, 12),
    t0: plainNumber(t0, 12),
    lag: isBefore ? spanText(of.span) : '',
  };
}

function parsed(text: string): FormulaNode | null {
  try {
    return parseFormula(text);
  } catch {
    return null;
  }
}

/** Which template a text is, however it is spaced, and what its compensation is made of. */
export function templateOf(text: string): {
  readonly template: FormulaTemplate;
  readonly compensation: Compensation | null;
} {
  const node = parsed(text);
  const compensation = node === null ? null : compensationOf(node);
  if (compensation !== null) return { template: 'compensation', compensation };
  const isSpan = node?.kind === 'span' && node.name === 'mean' && node.letter === 'a';
  if (isSpan) return { template: 'mean', compensation };
  if (node?.kind !== 'binary' || !isInput(node.left, 'a') || !isInput(node.right, 'b'))
    return { template: 'free', compensation };
  const template = node.sign === '-' ? 'difference' : node.sign === '+' ? 'sum' : 'free';
  return { template, compensation };
}
