import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const fit = defineCommand({
  id: 'chart.fit',
  title: 'command.chart.fit',
  icon: 'maximize',
  keys: ['0'],
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  arguments: Type.Object({}),
  execute: ({ chart }) => chart?.fit(),
});
