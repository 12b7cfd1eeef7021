import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Leaves the rows that are shown out of the draft on screen, all others, or takes the shown ones in again. */
export const narrow = defineScreenCommand({
  id: 'plans.narrow',
  script: 'plan',
  title: 'command.plans.narrow',
  icon: 'ban',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({
    rows: choiceArgument('argument.planRows', 'plans.narrow', ['shown', 'others', 'back']),
  }),
});
