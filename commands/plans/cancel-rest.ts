import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes back what of the plan on screen was never sent. */
export const cancelRest = defineScreenCommand({
  id: 'plans.cancelRest',
  script: 'plan',
  title: 'command.plans.cancelRest',
  icon: 'ban',
  places: ['plans'],
  permission: 'device:parameter:edit',
  guard: { type: 'confirm', question: 'plans.cancelAsk' },
});
