import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Leaves a set out of a draft, or takes it in again. */
export const exclude = defineScreenCommand({
  id: 'plans.exclude',
  script: 'plan',
  title: 'command.plans.exclude',
  icon: 'ban',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ position: screenArgument('argument.planRow', Type.Integer({ minimum: 0 })) }),
});
