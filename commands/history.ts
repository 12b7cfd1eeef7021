import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument, stationArgument } from '../src/command/arguments.ts';

/** The page of history data. */
export const history = area('history', {
  /** Takes a channel (`row.channel`) of every chosen station into history data, or out of it. */
  channel: onScreen({
    icon: 'line-chart',
    permission: 'station:data:view',
    places: ['chart', 'table'],
    arguments: Type.Object({ channel: screenArgument('argument.channel', Type.String({ maxLength: 64 })) }),
  }),
  /** Opens or closes the choice of channels of history data. */
  chooseChannels: onScreen({
    icon: 'line-chart',
    permission: 'station:data:view',
    places: ['chart', 'table'],
  }),
  /** Opens or closes the choice of stations of history data. */
  chooseStations: onScreen({
    icon: 'map-pin',
    permission: 'station:data:view',
    places: ['chart', 'table'],
  }),
  /** Takes every station out of history data. */
  clear: onScreen({
    icon: 'x',
    permission: 'station:data:view',
    places: ['chart', 'table'],
  }),
  /** Takes a station into history data, or out of it. */
  station: onScreen({
    icon: 'map-pin',
    permission: 'station:data:view',
    places: ['chart', 'table'],
    arguments: Type.Object({ stationId: stationArgument() }),
  }),
  /** Takes several stations into history data, such as those of a folder, or out of it. */
  stations: onScreen({
    icon: 'map-pin',
    permission: 'station:data:view',
    places: ['chart', 'table'],
    isUnlisted: true,
    arguments: Type.Object({
      stationIds: screenArgument('argument.stations', Type.Array(Type.Integer({ minimum: 1 }))),
      on: Type.Optional(Type.Boolean()),
    }),
  }),
  /** Shows history data as a curve, as a table, or both. */
  view: onScreen({
    icon: 'table',
    keys: [{ key: '\\', args: { view: 'both' } }],
    permission: 'station:data:view',
    places: ['chart', 'table'],
    arguments: Type.Object({
      view: choiceArgument('argument.view', 'history.view', ['curve', 'table', 'both']),
    }),
  }),
});
