import { defineScreenCommand } from '../../src/command/screen.ts';

/** Looks for problems of the script on screen, asks for its arguments, then runs it to a plan. */
export const check = defineScreenCommand({
  id: 'scripts.check',
  script: 'script',
  title: 'command.scripts.check',
  icon: 'check',
  places: ['scripts'],
  permission: 'device:workflow:run',
});
