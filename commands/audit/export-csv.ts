import { defineScreenCommand } from '../../src/command/screen.ts';

/** Saves every entry that matches as a CSV file; the audit keeps that too. */
export const exportCsv = defineScreenCommand({
  id: 'audit.exportCsv',
  title: 'command.audit.exportCsv',
  icon: 'download',
  places: ['audit'],
  permission: 'system:audit:view',
});
