import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** A quarter of the view back or on in time: ← and → of the curve. */
export const pan = defineCommand({
  id: 'chart.pan',
  title: 'command.chart.pan',
  icon: 'chevron-right',
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  arguments: Type.Object({
    direction: choiceArgument('argument.direction', 'chart.pan', ['earlier', 'later']),
  }),
  execute: ({ chart }, { direction }) => chart?.pan(direction === 'later' ? 0.25 : -0.25),
});
