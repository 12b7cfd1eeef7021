import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens a user or role of the list. */
export const choose = defineScreenCommand({
  id: 'users.choose',
  title: 'command.users.choose',
  icon: 'user',
  places: ['users'],
  permission: 'system:user:edit',
  arguments: Type.Object({ id: screenArgument('argument.entry', Type.Integer({ minimum: 1 })) }),
});
