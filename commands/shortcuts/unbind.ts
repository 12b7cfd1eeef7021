import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes the keys from a command. */
export const unbind = defineScreenCommand({
  id: 'shortcuts.unbind',
  title: 'command.shortcuts.unbind',
  icon: 'keyboard',
  places: ['shortcuts'],
  arguments: Type.Object({ command: screenArgument('argument.command', Type.String()) }),
});
