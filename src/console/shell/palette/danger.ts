import { commands as orderCommands } from '../../../../commands/commands/index.ts';
import { sirens } from '../../../../commands/sirens.ts';
import { deviceActions } from '../../../catalogue/index.ts';
import type { Args, Command } from '../../../command/command.ts';
import type { Entry } from './entries.ts';

const loud: ReadonlySet<Command> = new Set<Command>(
  [sirens.prepare, sirens.sound, sirens.arm, sirens.drill].map((command) => command as Command),
);

/** True for an action of a device that the catalogue has confirmed: it restarts, clears, sets to zero, sounds. */
export const isDangerousAction = (action: string): boolean =>
  deviceActions.some(({ id, guard }) => id === action && guard !== 'none');

/** True for a call that does to devices what nobody wants by accident: its row is never chosen by itself. */
export function isDangerous(command: Command, args: Args): boolean {
  if (loud.has(command)) return true;
  const { command: action } = args;
  return (
    command === (orderCommands.send as Command) && typeof action === 'string' && isDangerousAction(action)
  );
}

/** The same of a row. */
export const isDangerousRow = (entry: Entry): boolean =>
  entry.type === 'command' && isDangerous(entry.command, entry.args);
