import Type from 'typebox';
import { stationArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes a station into history data, or out of it. */
export const station = defineScreenCommand({
  id: 'history.station',
  title: 'command.history.station',
  icon: 'map-pin',
  permission: 'station:data:view',
  places: ['chart', 'table'],
  arguments: Type.Object({ stationId: stationArgument() }),
});
