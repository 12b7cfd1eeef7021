import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';

/** A quarter of the view back or on in time: ← and → of the curve. */
export const pan = defineCommand({
  icon: 'chevron-right',
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  arguments: Type.Object({
    direction: choiceArgument('argument.direction', 'chart.pan', ['earlier', 'later']),
  }),
  execute: ({ chart }, { direction }) => chart?.pan(direction === 'later' ? 0.25 : -0.25),
});
