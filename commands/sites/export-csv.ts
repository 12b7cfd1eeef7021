import { defineScreenCommand } from '../../src/command/screen.ts';

/** Saves every station as a CSV file. */
export const exportCsv = defineScreenCommand({
  id: 'sites.exportCsv',
  title: 'command.sites.exportCsv',
  icon: 'download',
  places: ['sites'],
  permission: 'device:maintenance:view',
});
