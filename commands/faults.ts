import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const seen = 'station:data:view' as const;

/** Fault statistics. */
export const faults = area('faults', {
  /** Shows the last week, month or quarter. */
  span: onScreen({
    icon: 'calendar',
    places: ['table'],
    permission: seen,
    page: '/devices/faults',
    arguments: Type.Object({ span: choiceArgument('argument.range', 'faults.span', ['7', '30', '92']) }),
  }),
  /** Makes a day of a station the current one. */
  choose: onScreen({
    icon: 'map-pin',
    isPassing: true,
    places: ['table'],
    permission: seen,
    arguments: Type.Object({
      station: screenArgument('argument.station', Type.Integer({ minimum: 1 })),
      day: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Opens the curves of the current day. */
  day: onScreen({ icon: 'line-chart', places: ['table'], permission: seen }),
  /** Saves what arrived by station and day as a spreadsheet. */
  save: onScreen({ icon: 'download', places: ['table'], permission: seen }),
  /** Saves the statistics of a month as a workbook, for contracts. */
  month: onScreen({
    icon: 'download',
    places: ['table'],
    permission: seen,
    page: '/devices/faults',
    arguments: Type.Object({ month: screenArgument('argument.month', Type.String({ maxLength: 7 })) }),
  }),
  /** Fetches the statistics anew. */
  refresh: onScreen({ icon: 'refresh', places: ['table'], permission: seen }),
});
