import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { stationsArgument } from '../../src/command/arguments.ts';

/** Several stations on one time axis, on the page of history data. */
export const curves = defineCommand({
  icon: 'line-chart',
  permission: 'station:data:view',
  places: ['home', 'station'],
  arguments: Type.Object({ stationIds: stationsArgument() }),
  execute: ({ navigation }, { stationIds }) =>
    navigation.open(`/rest/datshow/list2?stations=${stationIds.join(',')}`),
});
