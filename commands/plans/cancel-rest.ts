import Type from 'typebox';
import { planArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Takes back what of a plan was never sent. */
export const cancelRest = defineCommand({
  id: 'plans.cancelRest',
  script: 'plan',
  title: 'command.plans.cancelRest',
  icon: 'ban',
  places: ['plans'],
  permission: 'device:parameter:edit',
  guard: { type: 'confirm', question: 'plans.cancelAsk' },
  arguments: Type.Object({ plan: planArgument(['applying', 'paused', 'stopped']) }),
  execute: ({ plans }, { plan }) => plans.act(plan, 'cancelRest'),
});
