import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument, valueArgument } from '../src/command/arguments.ts';

/** The matrix of parameters: many devices at once. */
export const matrix = area('matrix', {
  /** Shows another group of parameters: that of the RTUs, or one of a sensor kind. */
  group: onScreen({
    icon: 'sliders',
    places: ['matrix'],
    permission: 'device:parameter:view',
    arguments: Type.Object({ sheet: screenArgument('argument.group', Type.String({ maxLength: 30 })) }),
  }),
  /** Shows the devices of a project, kind or state, or those that differ, are edited or wait; `all` shows every one again. */
  filter: onScreen({
    icon: 'search',
    places: ['matrix'],
    permission: 'device:parameter:view',
    arguments: Type.Object({
      by: choiceArgument('argument.filter', 'matrix.by', ['project', 'kind', 'state', 'only', 'all']),
      value: screenArgument('argument.value', Type.String({ maxLength: 40 })),
    }),
  }),
  /** Orders the rows by station, by how much they differ, or by the values of a field. */
  sort: onScreen({
    icon: 'sort',
    places: ['matrix'],
    permission: 'device:parameter:view',
    arguments: Type.Object({ by: screenArgument('argument.sort', Type.String({ maxLength: 60 })) }),
  }),
  /** Chooses a whole column. */
  column: onScreen({
    icon: 'table',
    places: ['matrix'],
    permission: 'device:parameter:view',
    arguments: Type.Object({ field: screenArgument('argument.parameter', Type.String({ maxLength: 60 })) }),
  }),
  /** Opens the editor of the current cell, or asks for one value for its column. */
  edit: onScreen({
    script: 'edits',
    icon: 'pencil',
    places: ['matrix'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({
      where: choiceArgument('argument.cells', 'matrix.where', ['cell', 'rows', 'column']),
    }),
  }),
  /** Gives one value to the current cell, to its column in the chosen rows, or to all of its column; nothing is sent yet. */
  set: onScreen({
    script: 'edits',
    icon: 'pencil',
    places: ['matrix'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({
      where: choiceArgument('argument.cells', 'matrix.where', ['cell', 'rows', 'column']),
      value: screenArgument('argument.value', valueArgument()),
      /** The field, where it belongs to one device and is meant for several. */
      named: Type.Optional(Type.String()),
    }),
  }),
  /** Gives cells the value that the standard set wants; nothing is sent yet. */
  toStandard: onScreen({
    script: 'edits',
    icon: 'equal-not',
    places: ['matrix'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({
      where: choiceArgument('argument.cells', 'matrix.where', ['selection', 'row', 'column', 'all']),
    }),
  }),
  /** Takes edits back: those of the chosen cells, or all. */
  revert: onScreen({
    script: 'edits',
    icon: 'undo',
    places: ['matrix'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({ where: choiceArgument('argument.cells', 'matrix.where', ['selection', 'all']) }),
  }),
  /** Takes the last change of edits back. */
  undo: onScreen({
    script: 'edits',
    icon: 'undo',
    listKeys: ['mod+z'],
    places: ['matrix'],
    permission: 'device:parameter:edit',
  }),
  /** Copies the chosen cells as tab-separated values. */
  copy: onScreen({
    icon: 'copy',
    listKeys: ['mod+c'],
    places: ['matrix'],
    permission: 'device:parameter:view',
    arguments: Type.Object({ heads: Type.Optional(Type.Boolean()) }),
  }),
  /** Puts tab-separated values onto the cells from the current one on; nothing is sent yet. */
  paste: onScreen({
    script: 'edits',
    icon: 'paste',
    listKeys: ['mod+v'],
    places: ['matrix'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({ text: Type.Optional(Type.String()) }),
  }),
  /** Puts the list of cells away that were not taken. */
  dismiss: onScreen({
    icon: 'x',
    places: ['matrix'],
    permission: 'device:parameter:view',
  }),
  /** Makes a plan of the edits, and opens it. */
  plan: onScreen({
    script: 'given',
    icon: 'list-checks',
    places: ['matrix'],
    permission: 'device:parameter:edit',
  }),
  /** Fetches what the devices have anew. */
  refresh: onScreen({
    icon: 'refresh',
    places: ['matrix'],
    permission: 'device:parameter:view',
  }),
});
