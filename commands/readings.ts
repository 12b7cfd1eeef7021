import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

/** The Excel export of a station's readings. */
export const readings = area('readings', {
  /** Chooses between values as tables show them and as they were measured. */
  detail: onScreen({
    icon: 'table',
    places: ['table'],
    arguments: Type.Object({
      detail: choiceArgument('argument.detail', 'readings.detail', ['shown', 'raw']),
    }),
  }),
  /** Chooses the format of the file. */
  format: onScreen({
    icon: 'download',
    places: ['table'],
    arguments: Type.Object({ format: choiceArgument('argument.format', 'readings.format', ['xlsx', 'csv']) }),
  }),
  /** Chooses whose rows are saved: `row.source`. */
  source: onScreen({
    icon: 'cpu',
    permission: 'station:data:view',
    places: ['table'],
    arguments: Type.Object({ source: screenArgument('argument.page', Type.String({ maxLength: 40 })) }),
  }),
  /** Saves the rows of the range as a file. */
  start: onScreen({
    icon: 'download',
    permission: 'station:data:view',
    places: ['table'],
  }),
  /** Ends the saving; nothing is kept. */
  stop: onScreen({
    icon: 'ban',
    places: ['table'],
  }),
});
