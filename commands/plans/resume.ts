import { defineScreenCommand } from '../../src/command/screen.ts';

/** Goes on with the paused plan on screen. */
export const resume = defineScreenCommand({
  id: 'plans.resume',
  script: 'plan',
  title: 'command.plans.resume',
  icon: 'play',
  places: ['plans'],
  permission: 'device:parameter:edit',
});
