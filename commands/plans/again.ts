import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument, planArgument } from '../../src/command/arguments.ts';
import { begunStates } from '../../src/contract/plans/plans.ts';

/** Makes a draft that tries devices of a plan again, and opens it. */
export const again = defineCommand({
  script: 'plan',
  icon: 'refresh',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({
    devices: choiceArgument('argument.planDevices', 'plans.again', ['failed', 'notStarted', 'passed']),
    plan: planArgument(begunStates),
  }),
  execute: ({ plans }, { plan, devices }) => plans.act(plan, devices),
});
