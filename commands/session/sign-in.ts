import { defineScreenCommand } from '../../src/command/screen.ts';

/** Sends account and password, and a code where one is asked for. */
export const signIn = defineScreenCommand({
  id: 'session.signIn',
  title: 'command.session.signIn',
  icon: 'check',
  places: ['login'],
});
