/** What a script asks of the user who starts it. */
import { entries, freeze, say, start } from './host.ts';
import type { Words } from './words.ts';

interface Described {
  readonly title?: Words;
  readonly description?: Words;
}
/** An argument whose value is a T. */
export interface Argument<T> {
  readonly type: string;
  readonly value?: T;
}
export function number(
  is: Described & {
    readonly min?: number;
    readonly max?: number;
    readonly step?: number;
    readonly unit?: string;
    readonly default?: number;
  } = {},
): Argument<number> {
  return { type: 'number', ...is };
}
export function text(
  is: Described & { readonly maxLength?: number; readonly default?: string } = {},
): Argument<string> {
  return { type: 'text', ...is };
}
export function flag(is: Described & { readonly default?: boolean } = {}): Argument<boolean> {
  return { type: 'flag', ...is };
}
export function choice<const V extends string>(
  is: Described & {
    readonly choices: readonly (V | { readonly value: V; readonly title?: Words })[];
    readonly default?: NoInfer<V>;
  },
): Argument<V> {
  const { choices = [], ...others } = is;
  const named = choices.map((one) => (typeof one === 'string' ? { value: one } : one));
  return { type: 'choice', choices: named, ...others } as Argument<V>;
}
/** Code of a project. */
export function project(is: Described & { readonly default?: string } = {}): Argument<string> {
  return { type: 'project', ...is };
}
/** Codes of stations. */
export function stations(
  is: Described & { readonly default?: readonly string[] } = {},
): Argument<readonly string[]> {
  return { type: 'stations', ...is };
}
/**
 * Declares the script's arguments and answers what was given. Call it once, first of all: a form is drawn of it
 * without the rest of the script being run.
 */
export function args<const A extends Readonly<Record<string, Argument<unknown>>>>(
  declared: A,
  about: Described = {},
): { readonly [N in keyof A]: A[N] extends Argument<infer T> ? T : never } {
  say({
    op: 'args',
    declaration: { ...about, arguments: entries(declared).map(([name, is]) => ({ name, is })) },
  });
  // Only what is declared is wanted: nothing after this runs.
  while (start.declaring);
  return freeze({ ...start.args }) as { readonly [N in keyof A]: A[N] extends Argument<infer T> ? T : never };
}
