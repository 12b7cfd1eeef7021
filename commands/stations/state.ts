import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';
import { stationStates } from '../../src/domain/station-state.ts';

/** Shows the stations in one state, or in the states that a tile stands for; none of them = all stations. */
export const state = defineScreenCommand({
  id: 'stations.state',
  title: 'command.stations.state',
  icon: 'activity',
  permission: 'station:data:view',
  places: ['home', 'map'],
  arguments: Type.Object({
    states: screenArgument('argument.states', Type.Array(Type.Enum([...stationStates]), { maxItems: 10 })),
  }),
});
