import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Makes a draft that tries devices of the plan on screen again, and opens it. */
export const again = defineScreenCommand({
  id: 'plans.again',
  script: 'plan',
  title: 'command.plans.again',
  icon: 'refresh',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({
    devices: choiceArgument('argument.planDevices', 'plans.again', ['failed', 'notStarted', 'passed']),
  }),
});
