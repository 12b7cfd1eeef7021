import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Begins a new user or role. */
export const add = defineScreenCommand({
  id: 'users.add',
  title: 'command.users.add',
  icon: 'plus',
  places: ['users'],
  permission: 'system:user:edit',
  arguments: Type.Object({ what: choiceArgument('argument.what', 'users.what', ['user', 'role']) }),
});
