import { defineScreenCommand } from '../../src/command/screen.ts';

/** Deletes the chosen role, after a question. */
export const deleteRole = defineScreenCommand({
  id: 'users.deleteRole',
  title: 'command.users.deleteRole',
  icon: 'trash',
  places: ['users'],
  permission: 'system:role:edit',
});
