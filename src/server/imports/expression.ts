import { type EvalFunction, parse } from 'mathjs/number';

const allowed = new Set([
  'ln',
  'log',
  'log10',
  'exp',
  'sqrt',
  'abs',
  'pow',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'min',
  'max',
  'round',
  'floor',
  'ceil',
  'pi',
  'e',
  'v',
]);

/** A mapping's expression, ready for many rows. */
export interface Expression {
  /** Numbers of the columns it reads. */
  readonly columns: readonly number[];
  /** Value for this column's number `v` and the columns by number; NaN where it has none. */
  evaluate(v: number, column: (index: number) => number): number;
}

/**
 * Compiles an arithmetic expression over `v` and `c0`, `c1`, ….
 * @throws Error with the reason: a syntax error, or the name of something that is no column, function or constant.
 */
export function compileExpression(text: string): Expression {
  const tree = parse(text);
  const columns = new Set<number>();
  tree.traverse((node) => {
    if (
      !['OperatorNode', 'ConstantNode', 'SymbolNode', 'FunctionNode', 'ParenthesisNode'].includes(node.type)
    ) {
      throw new Error(node.toString());
    }
    if (node.type !== 'SymbolNode') return;
    const name = node.toString();
    const column = /^c(\d{1,4})$/.exec(name)?.[1];
    if (column !== undefined) columns.add(Number(column));
    else if (!allowed.has(name)) throw new Error(name);
  });
  const compiled: EvalFunction = tree.compile();
  const list = [...columns];
  return {
    columns: list,
    evaluate(v, column) {
      const scope: Record<string, unknown> = { v, ln: Math.log };
      for (const index of list) scope[`c${index}`] = column(index);
      const result: unknown = compiled.evaluate(scope);
      return typeof result === 'number' ? result : Number.NaN;
    },
  };
}
