import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens a command in the list of its station. */
export const show = defineScreenCommand({
  id: 'commands.show',
  title: 'command.commands.show',
  icon: 'list',
  permission: 'device:parameter:view',
  places: ['header', 'orders'],
  arguments: Type.Object({ commandId: screenArgument('argument.command', Type.String({ maxLength: 40 })) }),
});
