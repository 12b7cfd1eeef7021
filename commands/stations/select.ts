import Type from 'typebox';
import { stationArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Selects a station in list and map alike. */
export const select = defineCommand({
  id: 'stations.select',
  title: 'command.stations.select',
  icon: 'locate',
  permission: 'station:data:view',
  places: ['home', 'map'],
  arguments: Type.Object({ stationId: stationArgument() }),
  execute: ({ stations }, { stationId }) => stations.select(stationId),
});
