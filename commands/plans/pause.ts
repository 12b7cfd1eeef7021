import { defineScreenCommand } from '../../src/command/screen.ts';

/** Begins no other device of the plan on screen; what is on its way goes on. */
export const pause = defineScreenCommand({
  id: 'plans.pause',
  script: 'plan',
  title: 'command.plans.pause',
  icon: 'pause',
  places: ['plans'],
  permission: 'device:parameter:edit',
});
