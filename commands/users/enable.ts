import { defineScreenCommand } from '../../src/command/screen.ts';

/** Lets the chosen user in again. */
export const enable = defineScreenCommand({
  id: 'users.enable',
  title: 'command.users.enable',
  icon: 'check',
  places: ['users'],
  permission: 'system:user:edit',
});
