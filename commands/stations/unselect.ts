import { defineCommand } from '../../src/command/area.ts';

/** Selects no station. */
export const unselect = defineCommand({
  icon: 'locate',
  permission: 'station:data:view',
  places: ['home', 'map'],
  when: ({ stations }) => (stations.selected === null ? 'command.stations.noneSelected' : true),
  execute: ({ stations }) => stations.select(null),
});
