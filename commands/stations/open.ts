import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** A station's page, on one of its main tabs. */
export const open = defineCommand({
  id: 'stations.open',
  title: 'command.stations.open',
  icon: 'map-pin',
  permission: 'station:data:view',
  places: ['home', 'map'],
  arguments: Type.Object({
    stationId: Type.Integer({ minimum: 1 }),
    tab: Type.Optional(Type.Enum(['map', 'latest', 'overview', 'curve', 'commands', 'remarks'])),
  }),
  execute({ navigation }, { stationId, tab }) {
    navigation.open(`/station/${stationId}/${tab ?? 'latest'}`);
  },
});
