import type { ArgumentStep } from '../../../command/arguments.ts';
import type { CommandContext } from '../../../command/context.ts';

/** The plan or the run on screen, where it is one that a command asks for: it is meant then. Null = none is. */
export function shownFor({ ask, states }: ArgumentStep, context: CommandContext): string | null {
  const shown = ask === 'plan' ? context.plans.shown : ask === 'run' ? context.scripts.shown : null;
  return shown !== null && states?.includes(shown.state) === true ? shown.id : null;
}
