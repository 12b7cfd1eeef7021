import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks for another name of the script on screen. */
export const rename = defineScreenCommand({
  id: 'scripts.rename',
  title: 'command.scripts.rename',
  icon: 'pencil',
  places: ['scripts'],
  permission: 'device:script:edit',
});
