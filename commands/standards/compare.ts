import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Holds what is shown against a standard set; an empty value against none. */
export const compare = defineScreenCommand({
  id: 'standards.compare',
  title: 'command.standards.compare',
  icon: 'equal-not',
  places: ['matrix', 'orders'],
  permission: 'device:parameter:view',
  arguments: Type.Object({
    standard: screenArgument('argument.standard', Type.String({ maxLength: 12 })),
  }),
});
