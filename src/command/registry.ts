import type { Command } from './command.ts';
import { clash, isKey } from './keys.ts';

/** Every command of the product, by id. Refuses duplicates and clashing keys when it is made. */
export interface Registry {
  readonly all: readonly Command[];
  /** @throws Error when no command has the id: a caller names a command that does not exist. */
  get(id: string): Command;
}

/**
 * Makes a registry.
 * @throws Error naming what is wrong: an id twice, a key that is none, one key on two commands, or a sequence that
 *   begins with or ends in a bound single key (it could never be told apart from it).
 */
export function createRegistry(commands: readonly Command[]): Registry {
  const byId = new Map<string, Command>();
  const byKey = new Map<string, string>();
  for (const command of commands) {
    if (byId.has(command.id)) throw new Error(`command ${command.id} is registered twice`);
    byId.set(command.id, command);
    for (const key of command.keys ?? []) {
      if (!isKey(key)) throw new Error(`${command.id}: ${key} is no key`);
      const other = clash(byKey, key);
      if (other !== null) throw new Error(`key ${key} of ${command.id} clashes with ${other.id}`);
      byKey.set(key, command.id);
    }
  }
  return {
    all: commands,
    get(id) {
      const command = byId.get(id);
      if (command === undefined) throw new Error(`no command ${id}`);
      return command;
    },
  };
}
