import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { stationArgument } from '../../src/command/arguments.ts';

/** A station's page, on one of its main tabs. */
export const open = defineCommand({
  icon: 'map-pin',
  permission: 'station:data:view',
  places: ['home', 'map'],
  arguments: Type.Object({
    stationId: stationArgument(),
    tab: Type.Optional(Type.Enum(['map', 'latest', 'overview', 'curve', 'analysis', 'commands', 'remarks'])),
  }),
  script: ({ stationId }) => [{ type: 'station', stationId }],
  about: ({ stationId }) => `station ${stationId}`,
  execute({ navigation }, { stationId, tab }) {
    navigation.open(`/station/${stationId}/${tab ?? 'latest'}`);
  },
});
