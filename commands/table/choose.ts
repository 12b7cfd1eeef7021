import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Goes to a cell of the table on screen. */
export const choose = defineScreenCommand({
  id: 'table.choose',
  title: 'command.table.choose',
  icon: 'table',
  places: ['table'],
  arguments: Type.Object({
    row: screenArgument('argument.row', Type.Integer({ minimum: 0 })),
    column: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Chooses everything from the cell before to this one, where the table can. */
    extend: Type.Optional(Type.Boolean()),
  }),
});
