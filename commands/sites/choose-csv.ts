import { defineScreenCommand } from '../../src/command/screen.ts';

/** Chooses a CSV file and shows what its import would do. */
export const chooseCsv = defineScreenCommand({
  id: 'sites.chooseCsv',
  title: 'command.sites.chooseCsv',
  icon: 'upload',
  places: ['sites'],
  permission: 'device:site:edit',
});
