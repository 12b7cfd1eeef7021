import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens or closes the choice of channels of history data. */
export const chooseChannels = defineScreenCommand({
  id: 'history.chooseChannels',
  title: 'command.history.chooseChannels',
  icon: 'line-chart',
  permission: 'station:data:view',
  places: ['chart', 'table'],
});
