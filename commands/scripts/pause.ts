import { defineScreenCommand } from '../../src/command/screen.ts';

/** Holds the run on screen; what devices answer is taken in. */
export const pause = defineScreenCommand({
  id: 'scripts.pause',
  script: 'script',
  title: 'command.scripts.pause',
  icon: 'pause',
  places: ['scripts'],
  permission: 'device:workflow:run',
});
