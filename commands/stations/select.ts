import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Selects a station in list and map alike; null selects none. */
export const select = defineCommand({
  id: 'stations.select',
  title: 'command.stations.select',
  icon: 'locate',
  permission: 'station:data:view',
  places: ['home', 'map'],
  arguments: Type.Object({ stationId: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) }),
  execute: ({ stations }, { stationId }) => stations.select(stationId),
});
