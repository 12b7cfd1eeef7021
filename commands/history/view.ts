import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows history data as a curve, as a table, or both. */
export const view = defineScreenCommand({
  id: 'history.view',
  title: 'command.history.view',
  icon: 'table',
  permission: 'station:data:view',
  places: ['chart', 'table'],
  arguments: Type.Object({
    view: choiceArgument('argument.view', 'history.view', ['curve', 'table', 'both']),
  }),
});
