import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Listens for the key that a command is to have. */
export const rebind = defineScreenCommand({
  id: 'shortcuts.rebind',
  title: 'command.shortcuts.rebind',
  icon: 'keyboard',
  places: ['shortcuts'],
  arguments: Type.Object({ command: screenArgument('argument.command', Type.String()) }),
});
