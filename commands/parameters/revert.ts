import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Sets again what a change replaced: a new set, through the same confirmation. */
export const revert = defineScreenCommand({
  id: 'parameters.revert',
  script: 'edits',
  title: 'command.parameters.revert',
  icon: 'undo',
  permission: 'device:parameter:edit',
  places: ['orders'],
  arguments: Type.Object({ change: screenArgument('argument.change', Type.String({ maxLength: 40 })) }),
});
