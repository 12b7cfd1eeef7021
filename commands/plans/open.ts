import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows a plan of the list with its sets. */
export const open = defineScreenCommand({
  id: 'plans.open',
  title: 'command.plans.open',
  icon: 'list-checks',
  places: ['plans'],
  permission: 'device:parameter:view',
  arguments: Type.Object({ planId: screenArgument('argument.plan', Type.String({ maxLength: 26 })) }),
});
