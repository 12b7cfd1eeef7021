import { defineScreenCommand } from '../../src/command/screen.ts';

/** Folds the log of the run away, or shows it again. */
export const log = defineScreenCommand({
  id: 'scripts.log',
  title: 'command.scripts.log',
  icon: 'scroll-text',
  places: ['scripts'],
  permission: 'device:workflow:view',
});
