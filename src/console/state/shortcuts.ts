import { proxy } from 'valtio';
import type { Command } from '../../command/command.ts';
import { type Bindings, clash, isKey, isSingle, type KeyClash } from '../../command/keys.ts';
import { readStored, writeStored } from './stored.ts';

/** What a user changed of the keys: for a command its own keys in place of the declared ones. */
type Changed = Readonly<Record<string, readonly string[]>>;

/** The keys of one user of this browser. */
export const shortcuts = proxy<{ changed: Changed; singles: boolean; account: string }>({
  changed: {},
  /** False: single letters and characters do nothing; combinations stay. */
  singles: true,
  account: '',
});

const isChanged = (value: unknown): value is Changed =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (keys) => Array.isArray(keys) && keys.every((key) => typeof key === 'string' && isKey(key)),
  );

export function loadShortcuts(account: string): void {
  shortcuts.account = account;
  shortcuts.changed = readStored(`keys.${account}`, {}, isChanged);
  shortcuts.singles = readStored(`singleKeys.${account}`, true, (value) => typeof value === 'boolean');
}

function keep(changed: Changed): void {
  shortcuts.changed = changed;
  writeStored(`keys.${shortcuts.account}`, changed);
}

/** The keys of a command as the user has them, whether or not single keys are on. */
export function keysOf(command: Pick<Command, 'id' | 'keys'>, changed: Changed): readonly string[] {
  return (Object.hasOwn(changed, command.id) ? changed[command.id] : command.keys) ?? [];
}

/** Every key that does something now. Where a later default meets a key that the user gave away, the user's holds. */
export function bindings(commands: readonly Command[], changed: Changed, singles: boolean): Bindings {
  const bound = new Map<string, string>();
  const own = (command: Command) => Object.hasOwn(changed, command.id);
  for (const command of [...commands.filter(own), ...commands.filter((command) => !own(command))]) {
    for (const key of keysOf(command, changed)) {
      const typed = key.split(' ').every(isSingle);
      if ((singles || !typed) && clash(bound, key) === null) bound.set(key, command.id);
    }
  }
  return bound;
}

/** Gives a command one key in place of those it has; answers what stands in the way, and then changes nothing. */
export function rebind(commands: readonly Command[], id: string, key: string): KeyClash | null {
  const rest = bindings(
    commands.filter((command) => command.id !== id),
    shortcuts.changed,
    true,
  );
  const found = clash(rest, key);
  if (found === null) keep({ ...shortcuts.changed, [id]: [key] });
  return found;
}

/** Takes all keys from a command. */
export function unbind(id: string): void {
  keep({ ...shortcuts.changed, [id]: [] });
}

/** Gives a command its declared keys again. What others were given meanwhile stays theirs. */
export function resetKeys(id: string): void {
  keep(Object.fromEntries(Object.entries(shortcuts.changed).filter(([other]) => other !== id)));
}

export function resetAllKeys(): void {
  keep({});
  setSingles(true);
}

export function setSingles(on: boolean): void {
  shortcuts.singles = on;
  writeStored(`singleKeys.${shortcuts.account}`, on);
}
