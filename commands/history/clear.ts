import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes every station out of history data. */
export const clear = defineScreenCommand({
  id: 'history.clear',
  title: 'command.history.clear',
  icon: 'x',
  permission: 'station:data:view',
  places: ['chart', 'table'],
});
