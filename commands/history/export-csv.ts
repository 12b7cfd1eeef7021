import { defineScreenCommand } from '../../src/command/screen.ts';

/** Saves the readings of the chosen lines as a CSV file. */
export const exportCsv = defineScreenCommand({
  id: 'history.exportCsv',
  title: 'command.history.exportCsv',
  icon: 'download',
  permission: 'station:data:view',
  places: ['chart', 'table'],
});
