import { defineScreenCommand } from '../../src/command/screen.ts';

/** Goes on with the run on screen. */
export const resume = defineScreenCommand({
  id: 'scripts.resume',
  script: 'script',
  title: 'command.scripts.resume',
  icon: 'play',
  places: ['scripts'],
  permission: 'device:workflow:run',
});
