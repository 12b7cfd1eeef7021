import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes back a command that was never sent. */
export const cancel = defineScreenCommand({
  id: 'commands.cancel',
  script: 'queue',
  title: 'command.commands.cancel',
  icon: 'ban',
  permission: [
    'device:parameter:edit',
    'device:command:send',
    'device:command:sound',
    'device:command:freeText',
  ],
  places: ['orders'],
  arguments: Type.Object({ commandId: screenArgument('argument.command', Type.String({ maxLength: 40 })) }),
});
