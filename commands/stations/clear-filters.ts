import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows every station again. */
export const clearFilters = defineScreenCommand({
  id: 'stations.clearFilters',
  title: 'command.stations.clearFilters',
  icon: 'x',
  permission: 'station:data:view',
  places: ['home', 'map'],
});
