import { defineScreenCommand } from '../../src/command/screen.ts';

/** Makes a draft with the values from before of every device that the plan on screen changed, and opens it. */
export const rollBack = defineScreenCommand({
  id: 'plans.rollBack',
  script: 'plan',
  title: 'command.plans.rollBack',
  icon: 'undo',
  places: ['plans'],
  permission: 'device:parameter:edit',
});
