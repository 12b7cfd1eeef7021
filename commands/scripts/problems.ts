import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows and hides the list of problems. */
export const problems = defineScreenCommand({
  id: 'scripts.problems',
  title: 'command.scripts.problems',
  icon: 'circle-alert',
  places: ['scripts'],
  permission: 'device:workflow:view',
});
