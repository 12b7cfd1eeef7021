import Type from 'typebox';
import { choiceArgument, screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows the devices of a project, kind or state, or those that differ, are edited or wait; `all` shows every one again. */
export const filter = defineScreenCommand({
  id: 'matrix.filter',
  title: 'command.matrix.filter',
  icon: 'search',
  places: ['matrix'],
  permission: 'device:parameter:view',
  arguments: Type.Object({
    by: choiceArgument('argument.filter', 'matrix.by', ['project', 'kind', 'state', 'only', 'all']),
    value: screenArgument('argument.value', Type.String({ maxLength: 40 })),
  }),
});
