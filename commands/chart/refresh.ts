import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks the server again for what the curve shows. */
export const refresh = defineScreenCommand({
  id: 'chart.refresh',
  title: 'command.chart.refresh',
  icon: 'refresh',
  permission: 'station:data:view',
  places: ['chart'],
});
