import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { planArgument } from '../../src/command/arguments.ts';

/** Takes back what of a plan was never sent. */
export const cancelRest = defineCommand({
  script: 'plan',
  icon: 'ban',
  places: ['plans'],
  permission: 'device:parameter:edit',
  guard: { type: 'confirm', question: 'plans.cancelAsk' },
  arguments: Type.Object({ plan: planArgument(['applying', 'paused', 'stopped']) }),
  execute: ({ plans }, { plan }) => plans.act(plan, 'cancelRest'),
});
