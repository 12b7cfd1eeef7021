import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Makes a draft with the values from before of one device of the plan on screen, and opens it. */
export const rollBackDevice = defineScreenCommand({
  id: 'plans.rollBackDevice',
  script: 'plan',
  title: 'command.plans.rollBackDevice',
  icon: 'undo',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ position: screenArgument('argument.planRow', Type.Integer({ minimum: 0 })) }),
});
