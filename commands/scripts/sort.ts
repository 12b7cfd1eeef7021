import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Sorts the result table by a column; the same again turns it round. */
export const sort = defineScreenCommand({
  id: 'scripts.sort',
  title: 'command.scripts.sort',
  icon: 'sort',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    column: screenArgument('argument.column', Type.Integer({ minimum: 0 })),
  }),
});
