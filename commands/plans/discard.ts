import { defineScreenCommand } from '../../src/command/screen.ts';

/** Throws the draft on screen away. */
export const discard = defineScreenCommand({
  id: 'plans.discard',
  script: 'plan',
  title: 'command.plans.discard',
  icon: 'trash',
  places: ['plans'],
  permission: 'device:parameter:edit',
  guard: { type: 'confirm', question: 'plans.discardAsk' },
});
