import Type from 'typebox';
import { area, onScreen } from '../../src/command/area.ts';
import { ofArgument } from '../../src/command/arguments.ts';
import { changePassword } from './change-password.ts';
import { signOut } from './sign-out.ts';

/** Signing in and out, and what belongs to the own account. */
export const session = area('session', {
  /** Sends account and password, and a code where one is asked for. */
  signIn: onScreen({
    icon: 'check',
    places: ['login'],
  }),
  changePassword,
  signOut,
  /** Sets up, proves or turns off the second step of the own login. */
  twoStep: onScreen({
    icon: 'lock',
    places: ['form'],
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Hands the secret of the second step to the authenticator of this device. */
  authenticator: onScreen({
    icon: 'external',
    places: ['form'],
  }),
});
