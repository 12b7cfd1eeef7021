import { defineCommand } from '../../src/command/area.ts';

export const fit = defineCommand({
  icon: 'maximize',
  keys: ['0'],
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  execute: ({ chart }) => chart?.fit(),
});
