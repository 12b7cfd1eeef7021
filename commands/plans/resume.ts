import Type from 'typebox';
import { planArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Goes on with a paused plan. */
export const resume = defineCommand({
  id: 'plans.resume',
  script: 'plan',
  title: 'command.plans.resume',
  icon: 'play',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ plan: planArgument(['paused']) }),
  execute: ({ plans }, { plan }) => plans.act(plan, 'resume'),
});
