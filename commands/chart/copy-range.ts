import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes the curve's time range along, to paste it on another curve. */
export const copyRange = defineScreenCommand({
  id: 'chart.copyRange',
  title: 'command.chart.copyRange',
  icon: 'copy',
  keys: ['c'],
  places: ['chart'],
});
