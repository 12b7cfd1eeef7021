import { defineScreenCommand } from '../../src/command/screen.ts';

/** Imports the good rows of the CSV file that was chosen. */
export const importCsv = defineScreenCommand({
  id: 'sites.importCsv',
  title: 'command.sites.importCsv',
  icon: 'upload',
  places: ['sites'],
  permission: 'device:site:edit',
});
