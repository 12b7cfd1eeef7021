import Type from 'typebox';
import { planArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Begins no other device of a plan; what is on its way goes on. */
export const pause = defineCommand({
  id: 'plans.pause',
  script: 'plan',
  title: 'command.plans.pause',
  icon: 'pause',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ plan: planArgument(['applying']) }),
  execute: ({ plans }, { plan }) => plans.act(plan, 'pause'),
});
