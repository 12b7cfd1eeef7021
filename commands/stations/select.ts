import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { stationArgument } from '../../src/command/arguments.ts';

/** Selects a station in list and map alike. */
export const select = defineCommand({
  icon: 'locate',
  permission: 'station:data:view',
  places: ['home', 'map'],
  arguments: Type.Object({ stationId: stationArgument() }),
  execute: ({ stations }, { stationId }) => stations.select(stationId),
});
