import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes the chosen station or sensor out of use, after a question. */
export const retire = defineScreenCommand({
  id: 'sites.retire',
  title: 'command.sites.retire',
  icon: 'archive',
  places: ['sites'],
  permission: 'device:site:edit',
});
