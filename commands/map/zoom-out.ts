import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows more of the map. */
export const zoomOut = defineScreenCommand({
  id: 'map.zoomOut',
  title: 'command.map.zoomOut',
  icon: 'zoom-out',
  places: ['map'],
});
