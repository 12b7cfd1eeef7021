import { defineScreenCommand } from '../../src/command/screen.ts';

/** Puts the chosen station or sensor back into use. */
export const restore = defineScreenCommand({
  id: 'sites.restore',
  title: 'command.sites.restore',
  icon: 'archive-restore',
  places: ['sites'],
  permission: 'device:site:edit',
});
