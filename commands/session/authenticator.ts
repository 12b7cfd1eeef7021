import { defineScreenCommand } from '../../src/command/screen.ts';

/** Hands the secret of the second step to the authenticator of this device. */
export const authenticator = defineScreenCommand({
  id: 'session.authenticator',
  title: 'command.session.authenticator',
  icon: 'external',
  places: ['form'],
});
