import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const signOut = defineCommand({
  id: 'session.signOut',
  title: 'command.session.signOut',
  icon: 'log-out',
  places: ['userMenu'],
  when: ({ session }) => (session.signedIn ? true : 'command.session.notSignedIn'),
  guard: { type: 'confirm', question: 'command.session.signOut.question' },
  arguments: Type.Object({}),
  execute: ({ session }) => session.signOut(),
});
