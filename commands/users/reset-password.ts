import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Gives the chosen user the new password that was typed. */
export const resetPassword = defineScreenCommand({
  id: 'users.resetPassword',
  title: 'command.users.resetPassword',
  icon: 'key',
  places: ['users'],
  permission: 'system:user:edit',
  arguments: Type.Object({ of: ofArgument() }),
});
