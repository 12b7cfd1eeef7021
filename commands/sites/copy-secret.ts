import { defineScreenCommand } from '../../src/command/screen.ts';

/** Copies the credential that is shown this once. */
export const copySecret = defineScreenCommand({
  id: 'sites.copySecret',
  title: 'command.sites.copySecret',
  icon: 'copy',
  places: ['sites'],
  permission: 'device:site:edit',
});
