import Type from 'typebox';
import { stationsArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** A page tab for each of several stations; the first is shown. */
export const openTabs = defineCommand({
  id: 'stations.openTabs',
  title: 'command.stations.openTabs',
  icon: 'map-pin',
  permission: 'station:data:view',
  places: ['home'],
  arguments: Type.Object({ stationIds: stationsArgument() }),
  execute: ({ tabs }, { stationIds }) => tabs.add(stationIds.map((id) => `/station/${id}`)),
});
