import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Makes a row of the plan the current one. */
export const choose = defineScreenCommand({
  id: 'plans.choose',
  title: 'command.plans.choose',
  icon: 'list',
  places: ['plans'],
  permission: 'device:parameter:view',
  arguments: Type.Object({ position: screenArgument('argument.planRow', Type.Integer({ minimum: 0 })) }),
});
