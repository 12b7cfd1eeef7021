import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** A quick range of the curve on screen. */
export const range = defineCommand({
  id: 'chart.range',
  title: 'command.chart.range',
  icon: 'calendar',
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  arguments: Type.Object({
    range: choiceArgument('argument.range', 'range', ['week', 'month', 'quarter', 'latest20']),
  }),
  execute: ({ chart }, { range: chosen }) => chart?.setRange(chosen),
});
