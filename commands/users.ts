import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, ofArgument, screenArgument } from '../src/command/arguments.ts';

/** Users and roles. */
export const users = area('users', {
  /** Shows users, or roles. */
  show: onScreen({
    icon: 'user',
    places: ['users'],
    permission: 'system:user:edit',
    arguments: Type.Object({ what: choiceArgument('argument.what', 'users.what', ['user', 'role']) }),
  }),
  /** Opens a user or role of the list. */
  choose: onScreen({
    icon: 'user',
    places: ['users'],
    permission: 'system:user:edit',
    arguments: Type.Object({ id: screenArgument('argument.entry', Type.Integer({ minimum: 1 })) }),
  }),
  /** Begins a new user or role. */
  add: onScreen({
    icon: 'plus',
    places: ['users'],
    permission: 'system:user:edit',
    arguments: Type.Object({ what: choiceArgument('argument.what', 'users.what', ['user', 'role']) }),
  }),
  /** Keeps the chosen user out, after a question. */
  disable: onScreen({
    icon: 'ban',
    places: ['users'],
    permission: 'system:user:edit',
  }),
  /** Lets the chosen user in again. */
  enable: onScreen({
    icon: 'check',
    places: ['users'],
    permission: 'system:user:edit',
  }),
  /** Gives the chosen user the new password that was typed. */
  resetPassword: onScreen({
    icon: 'key',
    places: ['users'],
    permission: 'system:user:edit',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Deletes the chosen role, after a question. */
  deleteRole: onScreen({
    icon: 'trash',
    places: ['users'],
    permission: 'system:role:edit',
  }),
});
