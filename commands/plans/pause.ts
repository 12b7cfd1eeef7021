import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { planArgument } from '../../src/command/arguments.ts';

/** Begins no other device of a plan; what is on its way goes on. */
export const pause = defineCommand({
  script: 'plan',
  icon: 'pause',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ plan: planArgument(['applying']) }),
  execute: ({ plans }, { plan }) => plans.act(plan, 'pause'),
});
