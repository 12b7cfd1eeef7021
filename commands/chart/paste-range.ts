import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows the time range that was copied. */
export const pasteRange = defineScreenCommand({
  id: 'chart.pasteRange',
  title: 'command.chart.pasteRange',
  icon: 'paste',
  keys: ['v'],
  places: ['chart'],
});
