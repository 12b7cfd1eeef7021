import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, ofArgument, screenArgument } from '../src/command/arguments.ts';

/** The table on screen. */
export const table = area('table', {
  /** Shows a column of the table on screen, or hides it; it stays so for tables of this row. */
  column: onScreen({
    icon: 'list',
    places: ['table'],
    arguments: Type.Object({ column: screenArgument('argument.column', Type.String({ maxLength: 64 })) }),
  }),
  /** Opens or closes the choice of columns of the table on screen. */
  columns: onScreen({
    icon: 'list',
    places: ['table'],
  }),
  /** Goes to a cell of the table on screen. */
  choose: onScreen({
    icon: 'table',
    places: ['table'],
    arguments: Type.Object({
      row: screenArgument('argument.row', Type.Integer({ minimum: 0 })),
      column: Type.Optional(Type.Integer({ minimum: 0 })),
      /** Chooses everything from the cell before to this one, where the table can. */
      extend: Type.Optional(Type.Boolean()),
    }),
  }),
  /** Copies rows of the table on screen as tab-separated values. */
  copy: onScreen({
    icon: 'copy',
    places: ['table'],
    arguments: Type.Object({ what: choiceArgument('argument.rows', 'table.rows', ['row', 'all']) }),
  }),
  /** Asks how all rows of what is on screen are to be saved as a file; `of` = which of several tables. */
  export: onScreen({
    icon: 'download',
    places: ['table', 'chart'],
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Sorts the table on screen by a column: downwards, then upwards, then by time again. */
  sort: onScreen({
    icon: 'sort',
    places: ['table'],
    arguments: Type.Object({ column: screenArgument('argument.column', Type.String({ maxLength: 64 })) }),
  }),
});
