import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens and closes the list of scripts to choose from. */
export const browse = defineScreenCommand({
  id: 'scripts.browse',
  title: 'command.scripts.browse',
  icon: 'file-code',
  places: ['scripts'],
  permission: 'device:workflow:view',
});
