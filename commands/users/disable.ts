import { defineScreenCommand } from '../../src/command/screen.ts';

/** Keeps the chosen user out, after a question. */
export const disable = defineScreenCommand({
  id: 'users.disable',
  title: 'command.users.disable',
  icon: 'ban',
  places: ['users'],
  permission: 'system:user:edit',
});
