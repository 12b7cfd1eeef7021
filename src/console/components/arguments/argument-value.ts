/** Arguments that a script declares, as they are typed: read, checked, and described with their bounds. Pure. */
import type { Text } from '../i18n.ts';
import type { WordsOfScript } from './said.ts';

/** What a run is given for one argument: stations as a list of their codes. */
export type RunArgument = string | number | boolean | string[];
export type RunArguments = Record<string, RunArgument>;

/** What a script declares of one argument, as `contract/workflows.ts` has it. */
export interface DeclaredArgument {
  readonly name: string;
  readonly type: string;
  readonly title?: WordsOfScript | undefined;
  readonly description?: WordsOfScript | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly unit?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly choices?:
    | readonly { readonly value: string; readonly title?: WordsOfScript | undefined }[]
    | undefined;
}

/** A number as it is typed, a true minus too; undefined where it is none. */
export function typedNumber(typed: string): number | undefined {
  const number = Number(typed.trim().replace('−', '-'));
  return typed.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

/** Why a value cannot be that of its argument: the words are `workflow.argument.<reason>`; null = it can. */
export function valueProblem(argument: DeclaredArgument, value: RunArgument): 'type' | 'range' | null {
  const { type, min = -Infinity, max = Infinity, maxLength = 500 } = argument;
  if (type === 'number') {
    if (typeof value !== 'number') return 'type';
    return value < min || value > max ? 'range' : null;
  }
  return type === 'text' && String(value).length > maxLength ? 'range' : null;
}

/** The bounds of a number in words; empty where it has none. */
export function boundsOf({ min, max, unit: own }: DeclaredArgument, text: Text): string {
  const unit = own === undefined ? '' : ` ${own}`;
  if (min !== undefined && max !== undefined) return text('scripts.bounds', { min, max, unit });
  if (min !== undefined) return text('scripts.atLeast', { min, unit });
  return max === undefined ? '' : text('scripts.atMost', { max, unit });
}

/** Between the codes of stations in a field. */
export const separator = '\n';

/** A value as a field of a form has it. */
export const toField = (value: RunArgument | undefined): string =>
  value === undefined ? '' : Array.isArray(value) ? value.join(separator) : String(value);

/** What a field says as a value; undefined for an empty one, which then takes its default or is missed. */
export function toValue({ type }: DeclaredArgument, field: string): RunArgument | undefined {
  if (type === 'stations') return field === '' ? undefined : field.split(separator);
  if (field.trim() === '') return type === 'text' && field !== '' ? field : undefined;
  if (type === 'flag') return field === 'true';
  if (type !== 'number') return field;
  // What is no number stays as it was typed: the server says what is wrong with it.
  return typedNumber(field) ?? field;
}
