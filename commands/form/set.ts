import Type from 'typebox';
import { ofArgument, screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Chooses a value of a field of the form on screen; text is typed, not commanded. */
export const set = defineScreenCommand({
  id: 'form.set',
  title: 'command.form.set',
  icon: 'list',
  places: ['form'],
  arguments: Type.Object({
    of: ofArgument(),
    field: screenArgument('argument.field', Type.String()),
    value: screenArgument('argument.value', Type.String()),
  }),
});
