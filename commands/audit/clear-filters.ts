import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows all of the audit again. */
export const clearFilters = defineScreenCommand({
  id: 'audit.clearFilters',
  title: 'command.audit.clearFilters',
  icon: 'x',
  places: ['audit'],
  permission: 'system:audit:view',
});
