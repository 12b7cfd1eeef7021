import type { Command } from './command.ts';

/** Every command of the product, by id. Refuses duplicates and clashing keys when it is made. */
export interface Registry {
  readonly all: readonly Command[];
  /** @throws Error when no command has the id: a caller names a command that does not exist. */
  get(id: string): Command;
}

/**
 * Makes a registry.
 * @throws Error naming the clash: an id twice, one key on two commands, or a sequence that begins with or ends in a
 * bound single key (it could never be told apart from it).
 */
export function createRegistry(commands: readonly Command[]): Registry {
  const byId = new Map<string, Command>();
  const byKey = new Map<string, string>();
  for (const command of commands) {
    if (byId.has(command.id)) throw new Error(`command ${command.id} is registered twice`);
    byId.set(command.id, command);
    for (const key of command.keys ?? []) {
      const holder = byKey.get(key);
      if (holder !== undefined) throw new Error(`key ${key} is bound to ${holder} and ${command.id}`);
      byKey.set(key, command.id);
    }
  }
  for (const [key, id] of byKey) {
    const parts = key.split(' ');
    if (parts.length < 2) continue;
    for (const part of [parts[0], parts.at(-1)]) {
      const holder = part === undefined ? undefined : byKey.get(part);
      if (holder !== undefined)
        throw new Error(`sequence ${key} of ${id} touches the single key of ${holder}`);
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
