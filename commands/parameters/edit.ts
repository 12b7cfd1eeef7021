import Type from 'typebox';
import { ofArgument, screenArgument, valueArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Chooses a new value in the panel on screen; nothing is sent yet. Text is typed, not commanded. */
export const edit = defineScreenCommand({
  id: 'parameters.edit',
  title: 'command.parameters.edit',
  icon: 'list',
  places: ['orders'],
  arguments: Type.Object({
    of: ofArgument(),
    field: screenArgument('argument.parameter', Type.String({ maxLength: 60 })),
    value: screenArgument('argument.value', valueArgument()),
  }),
});
