import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows users, or roles. */
export const show = defineScreenCommand({
  id: 'users.show',
  title: 'command.users.show',
  icon: 'user',
  places: ['users'],
  permission: 'system:user:edit',
  arguments: Type.Object({ what: choiceArgument('argument.what', 'users.what', ['user', 'role']) }),
});
