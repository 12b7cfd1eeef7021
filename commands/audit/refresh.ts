import { defineScreenCommand } from '../../src/command/screen.ts';

/** Fetches the newest entries. */
export const refresh = defineScreenCommand({
  id: 'audit.refresh',
  title: 'command.audit.refresh',
  icon: 'refresh',
  places: ['audit'],
  permission: 'system:audit:view',
});
