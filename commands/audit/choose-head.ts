import { defineScreenCommand } from '../../src/command/screen.ts';

/** Chooses the file of a saved signature. */
export const chooseHead = defineScreenCommand({
  id: 'audit.chooseHead',
  title: 'command.audit.chooseHead',
  icon: 'upload',
  places: ['audit'],
  permission: 'system:audit:view',
});
