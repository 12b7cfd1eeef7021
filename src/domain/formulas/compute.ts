/** Computes a formula at given moments from columns of its inputs (README.md). */
import { type FormulaNode, lettersOf, longestSpan, type PlainFunction } from './parse.ts';

/** Values of an input, ascending in time; nothing is missing in between. */
export interface InputColumn {
  readonly t: readonly number[];
  readonly value: readonly number[];
}

export interface Computation {
  readonly node: FormulaNode;
  /** Letter of the input that gives the times: its value counts at its own moment alone. */
  readonly lead: string;
  /** ms */
  readonly age: number;
}

/** How many of the times are at or before `t`. */
function upTo(times: readonly number[], t: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The newest value in (t − age, t]; NaN = none. */
function newestAt({ t: times, value }: InputColumn, t: number, age: number): number {
  const last = upTo(times, t) - 1;
  const at = times[last];
  return at === undefined || at <= t - age ? Number.NaN : (value[last] ?? Number.NaN);
}

/** The value at `t` itself; NaN = none. */
function valueAt({ t: times, value }: InputColumn, t: number): number {
  const last = upTo(times, t) - 1;
  return times[last] === t ? (value[last] ?? Number.NaN) : Number.NaN;
}

/**
 * The mean of the values in (t − span, t]. NaN until values reach back for half the span: a mean of the first minutes is
 * none of a day.
 */
function meanAt(column: InputColumn, t: number, span: number, age: number): number {
  const { t: times, value } = column;
  if (Number.isNaN(newestAt(column, t - span / 2, span / 2 + age))) return Number.NaN;
  const [from, to] = [upTo(times, t - span), upTo(times, t)];
  if (from === to) return Number.NaN;
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += value[index] ?? Number.NaN;
  return sum / (to - from);
}

const degree = Math.PI / 180;
const plain: Readonly<Record<PlainFunction, (...of: readonly number[]) => number>> = {
  abs: (x = Number.NaN) => Math.abs(x),
  sqrt: (x = Number.NaN) => Math.sqrt(x),
  exp: (x = Number.NaN) => Math.exp(x),
  ln: (x = Number.NaN) => Math.log(x),
  sin: (x = Number.NaN) => Math.sin(x * degree),
  cos: (x = Number.NaN) => Math.cos(x * degree),
  tan: (x = Number.NaN) => Math.tan(x * degree),
  min: (...of) => Math.min(...of),
  max: (...of) => Math.max(...of),
};

function resultAt(
  node: FormulaNode,
  columns: ReadonlyMap<string, InputColumn>,
  { lead, age }: Computation,
  t: number,
): number {
  const at = (part: FormulaNode): number => resultAt(part, columns, { node, lead, age }, t);
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'minus':
      return -at(node.of);
    case 'call':
      return plain[node.name](...node.of.map(at));
    case 'binary': {
      const [left, right] = [at(node.left), at(node.right)];
      switch (node.sign) {
        case '+':
          return left + right;
        case '-':
          return left - right;
        case '*':
          return left * right;
        case '/':
          return left / right;
        case '^':
          return left ** right;
      }
    }
  }
  const column = columns.get(node.letter);
  if (column === undefined) return Number.NaN;
  const now = node.letter === lead ? valueAt(column, t) : newestAt(column, t, age);
  if (node.kind === 'input') return now;
  if (node.name === 'mean') return meanAt(column, t, node.span, age);
  const before = newestAt(column, t - node.span, age);
  return node.name === 'before' ? before : now - before;
}

/**
 * Values of a formula at `times`; NaN where one of its inputs has none, or what comes out is no number. Columns must
 * reach back by `reachOf` before the first of the times.
 */
export function computeFormula(
  computation: Computation,
  columns: ReadonlyMap<string, InputColumn>,
  times: readonly number[],
): number[] {
  return times.map((t) => {
    const value = resultAt(computation.node, columns, computation, t);
    return Number.isFinite(value) ? value : Number.NaN;
  });
}

/** ms by which a value of an input reaches into what is computed after it; 0 = its own moment alone. */
export function reachOf({ node, lead, age }: Computation, letter: string): number {
  const span = longestSpan(node, letter);
  if (span > 0) return span + age;
  return letter === lead || !lettersOf(node).has(letter) ? 0 : age;
}
