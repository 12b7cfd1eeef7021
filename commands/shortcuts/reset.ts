import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Gives a command its declared keys again. */
export const reset = defineScreenCommand({
  id: 'shortcuts.reset',
  title: 'command.shortcuts.reset',
  icon: 'keyboard',
  places: ['shortcuts'],
  arguments: Type.Object({ command: screenArgument('argument.command', Type.String()) }),
});
