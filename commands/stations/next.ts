import { defineCommand } from '../../src/command/area.ts';

/** The next station of the list as filtered and sorted now, with the same tab and range. */
export const next = defineCommand({
  icon: 'chevron-right',
  keys: [']'],
  permission: 'station:data:view',
  places: ['station'],
  when: ({ stations }) => (stations.neighbour(1) === null ? 'command.stations.noNeighbour' : true),
  execute({ stations, navigation }) {
    const id = stations.neighbour(1);
    if (id === null) return;
    if (stations.open === null) stations.select(id);
    else navigation.open(navigation.address.replace(/^\/station\/\d+/, `/station/${id}`));
  },
});
