import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens the fields of how the draft on screen goes to its devices, or folds them to a line of words. */
export const editRollout = defineScreenCommand({
  id: 'plans.editRollout',
  script: 'plan',
  title: 'command.plans.editRollout',
  icon: 'sliders',
  places: ['plans'],
  permission: 'device:parameter:edit',
});
