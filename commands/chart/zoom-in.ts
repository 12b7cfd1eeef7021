import { defineCommand } from '../../src/command/area.ts';

export const zoomIn = defineCommand({
  icon: 'zoom-in',
  keys: ['+'],
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  execute: ({ chart }) => chart?.zoom(0.5),
});
