import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { planArgument } from '../../src/command/arguments.ts';

/** Goes on with a paused plan. */
export const resume = defineCommand({
  script: 'plan',
  icon: 'play',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ plan: planArgument(['paused']) }),
  execute: ({ plans }, { plan }) => plans.act(plan, 'resume'),
});
