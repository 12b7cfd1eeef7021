import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows the runs that stand so; an empty value shows all again. */
export const filterRuns = defineScreenCommand({
  id: 'scripts.filterRuns',
  title: 'command.scripts.filterRuns',
  icon: 'search',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    state: screenArgument('argument.states', Type.String({ maxLength: 20 })),
  }),
});
