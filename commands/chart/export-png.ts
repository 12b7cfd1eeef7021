import { defineScreenCommand } from '../../src/command/screen.ts';

/** Saves the curve as a picture. */
export const exportPng = defineScreenCommand({
  id: 'chart.exportPng',
  title: 'command.chart.exportPng',
  icon: 'image',
  permission: 'station:data:view',
  places: ['chart'],
});
