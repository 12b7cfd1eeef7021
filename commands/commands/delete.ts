import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes a command out of the list, and back if it was never sent. */
export const deleteCommand = defineScreenCommand({
  id: 'commands.delete',
  script: 'queue',
  title: 'command.commands.delete',
  icon: 'trash',
  permission: 'device:command:delete',
  places: ['orders'],
  guard: { type: 'confirm', question: 'orders.deleteQuestion' },
  arguments: Type.Object({ commandId: screenArgument('argument.command', Type.String({ maxLength: 40 })) }),
});
