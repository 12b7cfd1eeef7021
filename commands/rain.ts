import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

/** The rain of a station on screen. */
export const rain = area('rain', {
  /** Goes to a moment: the row of five minutes and the hour that hold it are marked. */
  at: onScreen({
    icon: 'clock',
    places: ['chart'],
    arguments: Type.Object({ t: screenArgument('argument.hour', Type.Integer({ minimum: 0 })) }),
  }),
  /** Shows or hides the table of hours beside the rain. */
  table: onScreen({
    icon: 'table',
    listKeys: ['t'],
    places: ['chart'],
  }),
});
