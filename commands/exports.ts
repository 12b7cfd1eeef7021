import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument } from '../src/command/arguments.ts';

/** The dialog that saves rows as a file. */
export const exports = area('exports', {
  /** Chooses between what a curve shows and the readings behind it. */
  detail: onScreen({
    icon: 'table',
    isPassing: true,
    places: ['dialog'],
    arguments: Type.Object({ detail: choiceArgument('exports.detail', 'exports.detail', ['shown', 'raw']) }),
  }),
  /** Chooses the format of the file. */
  format: onScreen({
    icon: 'copy',
    isPassing: true,
    places: ['dialog'],
    arguments: Type.Object({
      format: choiceArgument('argument.format', 'exports.format', ['xlsx', 'csv', 'parquet']),
    }),
  }),
  /** Begins to write the file, and saves it when it is whole. */
  start: onScreen({ icon: 'download', isPassing: true, places: ['dialog'] }),
  /** Ends the writing; nothing is saved. */
  stop: onScreen({ icon: 'ban', isPassing: true, places: ['dialog'] }),
});
