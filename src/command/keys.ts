/**
 * Keys of commands: a single key (`s`), a combination (`mod+k`; mod = Ctrl, ⌘ on a Mac), or a sequence (`g h`).
 * Letters are lower case; a key that Shift makes is written as what it makes (`?`).
 */

import type { Args, Command, CommandCall } from './command.ts';

/** Key → what it runs. */
export type Bindings = ReadonlyMap<string, CommandCall>;

/** The declared keys of a command, each with the arguments that it runs the command with. */
export const declaredKeys = ({ keys = [] }: Pick<Command, 'keys'>): readonly { key: string; args: Args }[] =>
  keys.map((key) => (typeof key === 'string' ? { key, args: {} } : key));

/** Keys that a feature hears while the focus is in it, of all the commands of an area: key → what it runs. */
export const listBindings = (area: Readonly<Record<string, Command>>): Bindings =>
  new Map(
    Object.values(area).flatMap((command) =>
      declaredKeys({ keys: command.listKeys ?? [] }).map(
        ({ key, args }) => [key, { command, args }] as const,
      ),
    ),
  );

export interface KeyClash {
  /** What the other key runs. */
  readonly call: CommandCall;
  /** `same` key, or a `sequence` that begins with the other: they could not be distinguished. */
  readonly type: 'same' | 'sequence';
}

const pattern =
  /^(?:[^\s+]|\+|f\d{1,2}|backspace|(?:[^\s+] [^\s+])|(?:(?:mod|ctrl|alt|shift)\+)+(?:[^\s]|enter|arrow(?:left|right|up|down)|f\d{1,2}))$/;

/** True for a text that is a key in the form above. */
export function isKey(key: string): boolean {
  return pattern.test(key) && key === key.toLowerCase();
}

/** Combinations that browsers or systems keep for themselves: a page does not hear them, or must not take them. */
const reserved = new Set([
  ...['t', 'n', 'w', 'q', 'r', 'l', 'd', 'p', 'tab', '+', '-', '0'].map((key) => `mod+${key}`),
  ...['t', 'n', 'w', 'i', 'j', 'delete'].map((key) => `mod+shift+${key}`),
  ...Array.from({ length: 9 }, (_, at) => `mod+${at + 1}`),
  ...['f4', 'arrowleft', 'arrowright', 'd'].map((key) => `alt+${key}`),
  ...['f1', 'f3', 'f5', 'f7', 'f10', 'f11', 'f12'],
]);

/** True for a combination that the browser keeps: bound, it would do nothing, or take from the user what it does. */
export const isReserved = (key: string): boolean => reserved.has(key.replace(/^ctrl\+/, 'mod+'));

/** True for a key that is typed without a modifier. */
export function isSingle(key: string): boolean {
  return key.length === 1;
}

const parts = (key: string): readonly string[] => key.split(' ');

/** What stands in the way of binding `key`; null when nothing does. */
export function clash(bindings: Bindings, key: string): KeyClash | null {
  const same = bindings.get(key);
  if (same !== undefined) return { call: same, type: 'same' };
  const own = parts(key);
  // The second key of a sequence is free: it is heard as that only right after the first.
  const call = own.length > 1 ? bindings.get(own[0] ?? '') : undefined;
  if (call !== undefined) return { call, type: 'sequence' };
  if (own.length > 1) return null;
  for (const [other, call] of bindings) {
    const others = parts(other);
    if (others.length > 1 && others[0] === key) return { call, type: 'sequence' };
  }
  return null;
}
