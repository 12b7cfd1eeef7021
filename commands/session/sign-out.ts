import { defineCommand } from '../../src/command/area.ts';

export const signOut = defineCommand({
  icon: 'log-out',
  declined: 'notice.logoutCancelled',
  places: ['userMenu'],
  when: ({ session }) => (session.signedIn ? true : 'command.session.notSignedIn'),
  guard: { type: 'confirm', question: 'command.session.signOut.question' },
  execute: ({ session }) => session.signOut(),
});
