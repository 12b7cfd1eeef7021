import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { planArgument } from '../../src/command/arguments.ts';
import { begunStates } from '../../src/contract/plans/plans.ts';

/** Makes a draft with the values from before of every device that a plan changed, and opens it. */
export const rollBack = defineCommand({
  script: 'plan',
  icon: 'undo',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ plan: planArgument(begunStates) }),
  execute: ({ plans }, { plan }) => plans.act(plan, 'rollback'),
});
