import { defineScreenCommand } from '../../src/command/screen.ts';

/** Keeps the text of the script on screen as a new version; one that has no name yet is asked for it. */
export const save = defineScreenCommand({
  id: 'scripts.save',
  title: 'command.scripts.save',
  icon: 'archive',
  keys: ['mod+s'],
  places: ['scripts'],
  permission: 'device:script:edit',
});
