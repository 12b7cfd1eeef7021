import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks for the password and a reason, then applies the draft on screen. */
export const approve = defineScreenCommand({
  id: 'plans.approve',
  script: 'plan',
  title: 'command.plans.approve',
  icon: 'shield-check',
  places: ['plans'],
  permission: 'device:parameter:edit',
});
