import Type from 'typebox';
import { stationArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** A station's page, on one of its main tabs. */
export const open = defineCommand({
  id: 'stations.open',
  title: 'command.stations.open',
  icon: 'map-pin',
  permission: 'station:data:view',
  places: ['home', 'map'],
  arguments: Type.Object({
    stationId: stationArgument(),
    tab: Type.Optional(Type.Enum(['map', 'latest', 'overview', 'curve', 'commands', 'remarks'])),
  }),
  script: ({ stationId }) => [{ type: 'station', stationId }],
  execute({ navigation }, { stationId, tab }) {
    navigation.open(`/station/${stationId}/${tab ?? 'latest'}`);
  },
});
