/** What was done since the sign-in, by whichever surface: kept in memory, for a script to be made of it. */
import type { Command } from '../../command/command.ts';
import type { ScriptDeed, Unscripted } from '../../command/script.ts';
import { isSecretName } from '../../domain/secret-names.ts';

export interface Recorded {
  readonly id: string;
  readonly deeds: readonly ScriptDeed[];
  /** Why it changes devices and has no line; null = it has, or changes none. */
  readonly why: Unscripted | null;
  /** Fields whose value is a secret: never kept. */
  readonly secrets: readonly string[];
}

const most = 1000;
let list: Recorded[] = [];

const without = (deed: ScriptDeed, secrets: string[]): ScriptDeed => {
  if (deed.type !== 'set') return deed;
  const kept = Object.entries(deed.edits).filter(([field]) => !isSecretName(field) || !secrets.push(field));
  return { ...deed, edits: Object.fromEntries(kept) };
};

/** Keeps an execution; `told`: what the screen says that it is about. */
export function record(
  { id, script }: Pick<Command, 'id' | 'script'>,
  args: unknown,
  told: (id: string, args: unknown) => readonly ScriptDeed[],
): void {
  const secrets: string[] = [];
  const deeds =
    typeof script === 'function' ? script(args as never) : script === 'screen' ? told(id, args) : [];
  const why = typeof script === 'string' && script !== 'screen' ? script : null;
  list = [...list.slice(1 - most), { id, deeds: deeds.map((deed) => without(deed, secrets)), why, secrets }];
}

/** Oldest first. */
export const recorded = (): readonly Recorded[] => list;

/** The next user begins with nothing. */
export function forgetRecorded(): void {
  list = [];
}
