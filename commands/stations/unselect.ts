import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Selects no station. */
export const unselect = defineCommand({
  id: 'stations.unselect',
  title: 'command.stations.unselect',
  icon: 'locate',
  permission: 'station:data:view',
  places: ['home', 'map'],
  when: ({ stations }) => (stations.selected === null ? 'command.stations.noneSelected' : true),
  arguments: Type.Object({}),
  execute: ({ stations }) => stations.select(null),
});
