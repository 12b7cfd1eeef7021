import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { ofArgument, screenArgument } from '../src/command/arguments.ts';

/** Users. */
export const users = area('users', {
  /** Opens a user of the list. */
  choose: onScreen({
    icon: 'user',
    places: ['users'],
    permission: 'system:user:edit',
    arguments: Type.Object({ id: screenArgument('argument.entry', Type.Integer({ minimum: 1 })) }),
  }),
  /** Begins a new user. */
  add: onScreen({
    icon: 'plus',
    places: ['users'],
    permission: 'system:user:edit',
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
});
