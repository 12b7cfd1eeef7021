import { defineCommand } from '../../src/command/area.ts';

/** The page of the own password. */
export const changePassword = defineCommand({
  icon: 'lock',
  places: ['userMenu'],
  when: ({ session }) => (session.signedIn ? true : 'command.session.notSignedIn'),
  execute: ({ navigation }) => navigation.open('/rest/user/passlist'),
});
