import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Keeps how the draft on screen goes to its devices, as it is typed there. */
export const rollout = defineScreenCommand({
  id: 'plans.rollout',
  script: 'plan',
  title: 'command.plans.rollout',
  icon: 'sliders',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ of: ofArgument() }),
});
