import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** The page of the own password. */
export const changePassword = defineCommand({
  id: 'session.changePassword',
  title: 'command.session.changePassword',
  icon: 'lock',
  places: ['userMenu'],
  when: ({ session }) => (session.signedIn ? true : 'command.session.notSignedIn'),
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/rest/user/passlist'),
});
