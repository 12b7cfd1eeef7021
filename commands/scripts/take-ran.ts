import { defineScreenCommand } from '../../src/command/screen.ts';

/** Puts the text that the run on screen was started with into the editor; it is kept when it is saved. */
export const takeRan = defineScreenCommand({
  id: 'scripts.takeRan',
  script: 'script',
  title: 'command.scripts.takeRan',
  icon: 'archive-restore',
  places: ['scripts'],
  permission: 'device:workflow:run',
});
