import Type from 'typebox';
import { stationsArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** History data of several stations together. */
export const open = defineCommand({
  id: 'history.open',
  title: 'command.history.open',
  icon: 'line-chart',
  permission: 'station:data:view',
  places: ['home'],
  arguments: Type.Object({ stationIds: stationsArgument() }),
  execute: ({ navigation }, { stationIds }) =>
    navigation.open(`/rest/datshow/list2?stations=${stationIds.join()}`),
});
