import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows all stations on the map. */
export const fit = defineScreenCommand({
  id: 'map.fit',
  title: 'command.map.fit',
  icon: 'maximize',
  places: ['map'],
});
