/** What was done since the sign-in, by whichever surface: kept in memory, for a script to be made of it. */
import type { Command } from '../../../command/command.ts';
import type { ScriptStep, Unscripted } from '../../../command/script.ts';
import type { Draft } from '../../../domain/parameters/parameter-edits.ts';
import { isSecretName } from '../../../domain/parameters/secret-names.ts';

export interface Recorded {
  readonly command: Command;
  readonly steps: readonly ScriptStep[];
  /** Why it changes devices and has no line; null = it has, or changes none. */
  readonly why: Unscripted | null;
  /** Fields whose value is a secret: never kept. */
  readonly secrets: readonly string[];
  /** What was said against it; null = it was done. */
  readonly refused: string | null;
  /** Its command or its plan, which may be taken back; null = it made none. */
  readonly made: string | null;
  readonly takenBack: boolean;
}

const most = 1000;
let list: readonly Recorded[] = [];
/** Another one for each user. */
let turn = 0;

const open = (values: Draft, secrets: string[]): Draft =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => !isSecretName(field) || !secrets.push(field)),
  );

function without(step: ScriptStep, secrets: string[]): ScriptStep {
  if (step.type === 'set') return { ...step, edits: open(step.edits, secrets) };
  return step.type === 'send' ? { ...step, args: open(step.args, secrets) } : step;
}

/** How it ended. */
type End = Partial<Pick<Recorded, 'made' | 'refused' | 'why'>>;

/** Keeps what was given to the server once that has taken or refused it. */
export function keepGiven(command: Command, steps: readonly ScriptStep[], end: End = {}): void {
  const secrets: string[] = [];
  const kept = steps.map((step) => without(step, secrets));
  const state = { why: null, refused: null, made: null, takenBack: false, ...end };
  list = [...list.slice(1 - most), { command, steps: kept, secrets, ...state }];
}

/**
 * Gives something to the server and keeps it as that took or refused it. `give` answers the id of the command or plan
 * that came of it. @throws what it throws, which `sayWhy` puts in words
 */
export async function giveAndKeep(
  command: Command,
  steps: readonly ScriptStep[],
  sayWhy: (error: unknown) => string,
  give: () => Promise<string>,
): Promise<void> {
  try {
    const made = await give();
    keepGiven(command, steps, { made });
  } catch (error) {
    keepGiven(command, steps, { refused: sayWhy(error) });
    throw error;
  }
}

/** Looks at a command that is about to run; the answer keeps it once it is known how that ended. */
export function begin(command: Command, args: unknown): (refused: string | null) => void {
  const { script } = command;
  const own = turn;
  if (script === 'given') return () => {};
  const steps = typeof script === 'function' ? script(args as never) : [];
  const why = typeof script === 'string' ? script : null;
  return (refused) => {
    // The user has signed out meanwhile, or nothing of a refused command could be recorded.
    if (own !== turn || (refused !== null && steps.length === 0)) return;
    keepGiven(command, steps, { refused, why });
  };
}

/** A command that was never sent, or a draft, is none of what was done any more. */
export function takeBack(made: string): void {
  list = list.map((entry) => (entry.made === made ? { ...entry, takenBack: true } : entry));
}

/** Oldest first. */
export const recorded = (): readonly Recorded[] => list;

/** The next user begins with nothing. */
export function forgetRecorded(): void {
  turn += 1;
  list = [];
}
