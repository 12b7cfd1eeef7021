import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Chooses a whole column. */
export const column = defineScreenCommand({
  id: 'matrix.column',
  title: 'command.matrix.column',
  icon: 'table',
  places: ['matrix'],
  permission: 'device:parameter:view',
  arguments: Type.Object({ field: screenArgument('argument.parameter', Type.String({ maxLength: 60 })) }),
});
