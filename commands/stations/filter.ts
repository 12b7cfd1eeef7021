import { defineCommand } from '../../src/command/area.ts';

/** Puts the cursor into the station filter, from any screen. */
export const filter = defineCommand({
  icon: 'search',
  keys: ['/'],
  permission: 'station:data:view',
  places: ['header', 'home'],
  execute: ({ stations }) => stations.focusFilter(),
});
