import type { Command, CommandCall } from './command.ts';
import { clash, declaredKeys, isKey } from './keys.ts';

/** Every command of the product, by id. Refuses duplicates and clashing keys when it is made. */
export interface Registry {
  /** Another array after each `add`. */
  readonly all: readonly Command[];
  /** Takes in more of them. @throws Error as `createRegistry` does, and then has taken in none */
  add(more: readonly Command[]): void;
  /** Calls back after each `add`; answers how to end that. */
  onAdded(listener: () => void): () => void;
  /** The command of an id that was stored or came from outside; undefined where none has it. */
  find(id: string): Command | undefined;
}

/**
 * Makes a registry.
 * @throws Error naming what is wrong: an id twice, a key that is none, one key on two commands, or a sequence that
 *   begins with a bound single key (the two could not be distinguished).
 */
export function createRegistry(commands: readonly Command[]): Registry {
  let all: readonly Command[] = [];
  let byId: ReadonlyMap<string, Command> = new Map();
  let byKey: ReadonlyMap<string, CommandCall> = new Map();
  const listeners = new Set<() => void>();
  const add = (more: readonly Command[]) => {
    const ids = new Map(byId);
    const keys = new Map(byKey);
    for (const command of more) {
      if (ids.has(command.id)) throw new Error(`command ${command.id} is registered twice`);
      ids.set(command.id, command);
      for (const { key } of declaredKeys({ keys: command.listKeys ?? [] }))
        if (!isKey(key)) throw new Error(`${command.id}: ${key} is no key`);
      for (const { key, args } of declaredKeys(command)) {
        if (!isKey(key)) throw new Error(`${command.id}: ${key} is no key`);
        const other = clash(keys, key);
        if (other !== null)
          throw new Error(`key ${key} of ${command.id} clashes with ${other.call.command.id}`);
        keys.set(key, { command, args });
      }
    }
    byId = ids;
    byKey = keys;
    all = [...all, ...more];
    for (const listener of listeners) listener();
  };
  add(commands);
  return {
    get all() {
      return all;
    },
    add,
    onAdded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find: (id) => byId.get(id),
  };
}
