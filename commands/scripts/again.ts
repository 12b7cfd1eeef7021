import { defineScreenCommand } from '../../src/command/screen.ts';

/** Runs the text of the run on screen once more, with the same arguments. */
export const again = defineScreenCommand({
  id: 'scripts.again',
  script: 'script',
  title: 'command.scripts.again',
  icon: 'refresh',
  places: ['scripts'],
  permission: 'device:workflow:run',
});
