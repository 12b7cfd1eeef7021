import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens or closes the choice of stations of history data. */
export const chooseStations = defineScreenCommand({
  id: 'history.chooseStations',
  title: 'command.history.chooseStations',
  icon: 'map-pin',
  permission: 'station:data:view',
  places: ['chart', 'table'],
});
