import { defineCommand } from '../../src/command/area.ts';

/** Puts the cursor into the filter of the page that is open; where it has none, into that of the stations. */
export const filter = defineCommand({
  icon: 'search',
  keys: ['/'],
  permission: 'station:data:view',
  places: ['header', 'home'],
  execute: ({ stations }) => stations.focusFilter(),
});
