import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const place = { places: ['users'], permission: 'system:user:edit' } as const;
const token = () => screenArgument('argument.token', Type.Integer({ minimum: 1 }));

/** Accounts of programs and their tokens. */
export const services = area('services', {
  /** Opens a service account of the list. */
  choose: onScreen({
    ...place,
    icon: 'terminal',
    arguments: Type.Object({
      account: screenArgument('argument.serviceAccount', Type.Integer({ minimum: 1 })),
    }),
  }),
  /** Begins a new service account. */
  add: onScreen({ ...place, icon: 'plus' }),
  /** Keeps the chosen account out, after a question. */
  disable: onScreen({ ...place, icon: 'ban' }),
  /** Lets the chosen account in again. */
  enable: onScreen({ ...place, icon: 'check' }),
  /** Asks for the name, the scopes and the time of a new token of the chosen account. */
  addToken: onScreen({ ...place, icon: 'key', keys: ['shift+t'] }),
  /** Makes a new secret for a token. */
  renewToken: onScreen({ ...place, icon: 'refresh', arguments: Type.Object({ token: token() }) }),
  /** Takes a token back, after a question. */
  endToken: onScreen({ ...place, icon: 'ban', arguments: Type.Object({ token: token() }) }),
  /** Copies the token that is shown this once, or an example with it. */
  copy: onScreen({
    ...place,
    icon: 'copy',
    arguments: Type.Object({
      what: choiceArgument('argument.what', 'serviceAccounts.copy', ['token', 'example']),
    }),
  }),
});
