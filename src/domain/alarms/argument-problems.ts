/** What is wrong with the arguments that a rule gives a quantity, each by its name. */
import type { ArgumentDefinition, QuantityDefinition } from './model.ts';
import type { Arguments } from './rule.ts';

export type QuantityArgumentProblem =
  | {
      readonly argument: string;
      readonly type: 'missing' | 'notNumber' | 'notInteger' | 'notChoice' | 'unknown';
    }
  /** Less than the least, or more than the most, that is allowed. */
  | { readonly argument: string; readonly type: 'tooSmall' | 'tooLarge'; readonly bound: number };

function problemOf(
  argument: string,
  definition: ArgumentDefinition,
  value: number | string,
): QuantityArgumentProblem | null {
  if (definition.type === 'choice')
    return typeof value === 'string' && definition.choices.includes(value)
      ? null
      : { argument, type: 'notChoice' };
  if (typeof value !== 'number' || !Number.isFinite(value)) return { argument, type: 'notNumber' };
  const { minimum, maximum, integer } = definition;
  if (value < minimum) return { argument, type: 'tooSmall', bound: minimum };
  if (value > maximum) return { argument, type: 'tooLarge', bound: maximum };
  return integer === true && !Number.isInteger(value) ? { argument, type: 'notInteger' } : null;
}

/**
 * One for each argument that is wrong: those of the declaration in its order, then those that it does not know. Empty
 * where a quantity can be evaluated by them.
 */
export function argumentProblems(
  { args: definitions }: Pick<QuantityDefinition, 'args'>,
  args: Arguments,
): readonly QuantityArgumentProblem[] {
  const found = Object.entries(definitions).flatMap(([argument, definition]): QuantityArgumentProblem[] => {
    const value = Object.hasOwn(args, argument) ? args[argument] : undefined;
    if (value === undefined) return [{ argument, type: 'missing' }];
    const problem = problemOf(argument, definition, value);
    return problem === null ? [] : [problem];
  });
  const unknown = Object.keys(args).filter((argument) => !Object.hasOwn(definitions, argument));
  return [...found, ...unknown.map((argument): QuantityArgumentProblem => ({ argument, type: 'unknown' }))];
}
