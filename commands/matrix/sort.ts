import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Orders the rows by station, by how much they differ, or by the values of a field. */
export const sort = defineScreenCommand({
  id: 'matrix.sort',
  title: 'command.matrix.sort',
  icon: 'sort',
  places: ['matrix'],
  permission: 'device:parameter:view',
  arguments: Type.Object({ by: screenArgument('argument.sort', Type.String({ maxLength: 60 })) }),
});
