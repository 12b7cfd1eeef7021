import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { stationArgument } from '../../src/command/arguments.ts';

/** Stops every siren of a station: one press, no question. */
export const stop = defineCommand({
  script: 'siren',
  icon: 'bell-off',
  permission: 'device:command:send',
  places: ['orders', 'station'],
  arguments: Type.Object({ stationId: stationArgument() }),
  execute: ({ orders }, { stationId }) => orders.stopSirens(stationId),
});
