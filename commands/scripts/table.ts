import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows a result table of the run. */
export const table = defineScreenCommand({
  id: 'scripts.table',
  title: 'command.scripts.table',
  icon: 'table',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    table: screenArgument('argument.resultTable', Type.Integer({ minimum: 0 })),
  }),
});
