import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { stationsArgument } from '../../src/command/arguments.ts';

/** A page tab for each of several stations; the first is shown. */
export const openTabs = defineCommand({
  icon: 'map-pin',
  permission: 'station:data:view',
  places: ['home'],
  arguments: Type.Object({ stationIds: stationsArgument() }),
  execute: ({ tabs }, { stationIds }) => tabs.add(stationIds.map((id) => `/station/${id}`)),
});
