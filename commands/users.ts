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
  /** Opens the dialog in which users come from a sheet. */
  importFile: onScreen({
    icon: 'upload',
    places: ['users'],
    permission: 'system:user:edit',
  }),
  /** Chooses the workbook or CSV file of users. */
  chooseFile: onScreen({
    icon: 'upload',
    places: ['users'],
    permission: 'system:user:edit',
  }),
  /** Saves a workbook with the heads of the columns. */
  template: onScreen({
    icon: 'download',
    places: ['users'],
    permission: 'system:user:edit',
  }),
  /** Makes all users of the sheet that was read. */
  takeImport: onScreen({
    icon: 'check',
    places: ['users'],
    permission: 'system:user:edit',
  }),
  /** Makes those users of the sheet whose rows have no faults. */
  takeGood: onScreen({
    icon: 'check',
    places: ['users'],
    permission: 'system:user:edit',
  }),
  /** Saves the first passwords that were made, once. */
  savePasswords: onScreen({
    icon: 'key',
    places: ['users'],
    permission: 'system:user:edit',
  }),
});
