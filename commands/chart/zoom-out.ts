import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const zoomOut = defineCommand({
  id: 'chart.zoomOut',
  title: 'command.chart.zoomOut',
  icon: 'zoom-out',
  keys: ['-'],
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  arguments: Type.Object({}),
  execute: ({ chart }) => chart?.zoom(2),
});
