import { defineCommand } from '../../src/command/area.ts';

export const zoomOut = defineCommand({
  icon: 'zoom-out',
  keys: ['-'],
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  execute: ({ chart }) => chart?.zoom(2),
});
