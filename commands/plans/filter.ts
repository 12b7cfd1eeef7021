import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows the plans, or the rows of a plan, that stand so; an empty value shows all again. */
export const filter = defineScreenCommand({
  id: 'plans.filter',
  title: 'command.plans.filter',
  icon: 'search',
  places: ['plans'],
  permission: 'device:parameter:view',
  arguments: Type.Object({ state: screenArgument('argument.states', Type.String({ maxLength: 20 })) }),
});
