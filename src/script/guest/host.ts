/**
 * The one door to the outside. It is taken off the global object before a script runs, and JSON texts alone go through
 * it.
 */
import type { ProposalStep } from '../proposal.ts';
import { ScriptError } from './error.ts';
import type { GuestDoors, GuestSettle, GuestStart } from './start.ts';

// Taken beforehand: a script may put something else in their place.
export const parse: typeof JSON.parse = JSON.parse;
export const stringify: typeof JSON.stringify = JSON.stringify;
export const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;
export const freeze: <T>(value: T) => Readonly<T> = Object.freeze;
export const entries: <T>(of: { readonly [key: string]: T }) => [string, T][] = Object.entries;
export const hasOwn: typeof Object.hasOwn = Object.hasOwn;
export const defineProperty: typeof Object.defineProperty = Object.defineProperty;

function take<N extends keyof GuestDoors>(name: N): NonNullable<GuestDoors[N]> {
  const taken = (globalThis as GuestDoors)[name];
  if (taken === undefined) throw new Error(`the host gave no ${name}`);
  Reflect.deleteProperty(globalThis, name);
  return taken;
}
const host = take('__host');
const listen = take('__listen');
/** What the run is given. */
export const start: GuestStart = parse(take('__start'));
for (const name of ['performance', 'WeakRef', 'FinalizationRegistry', 'navigator', 'gc'])
  Reflect.deleteProperty(globalThis, name);

/** What is said to the host; it checks each against its own schemas. */
export type Message =
  | { readonly op: 'call'; readonly id: number; readonly call: string; readonly args: unknown }
  | { readonly op: 'step'; readonly step: Sent<ProposalStep> }
  | { readonly op: 'log'; readonly text: string }
  | {
      readonly op: 'table';
      readonly columns: readonly string[];
      readonly heads: readonly string[];
      readonly rows: readonly (readonly (string | number | boolean | null)[])[];
      readonly total: number;
      /** Places of columns. */
      readonly drawn: { readonly as: string; readonly x: number; readonly y: readonly number[] } | null;
    }
  | { readonly op: 'progress'; readonly done: number; readonly total: number; readonly text: string }
  | { readonly op: 'args'; readonly declaration: unknown };
/** Of what is only sent, nothing is written to. */
export type Sent<T> = T extends readonly unknown[]
  ? { readonly [I in keyof T]: Sent<T[I]> }
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> }
    : T;

/** Answers whether the host keeps lines no more. @throws ScriptError where the host refuses it */
export function say(message: Message): boolean {
  let text: string;
  try {
    text = stringify(message);
  } catch (error) {
    const problem = String((error as Error).message);
    throw new ScriptError({ id: 'shape', params: { call: message.op, problem }, text: problem });
  }
  const answer = host(text);
  if (answer === 'full') return true;
  if (answer !== '') throw new ScriptError(parse(answer));
  return false;
}

/** Says who takes answers in. */
export const hear = (settle: GuestSettle): void => listen(settle);
