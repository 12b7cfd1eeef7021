import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Puts the cursor into the station filter, from any screen. */
export const filter = defineCommand({
  id: 'stations.filter',
  title: 'command.stations.filter',
  icon: 'search',
  keys: ['/'],
  permission: 'station:data:view',
  places: ['header', 'home'],
  arguments: Type.Object({}),
  execute: ({ stations }) => stations.focusFilter(),
});
