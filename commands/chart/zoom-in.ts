import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const zoomIn = defineCommand({
  id: 'chart.zoomIn',
  title: 'command.chart.zoomIn',
  icon: 'zoom-in',
  keys: ['+'],
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  arguments: Type.Object({}),
  execute: ({ chart }) => chart?.zoom(0.5),
});
