import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';

/** A quick range of the curve on screen. */
export const range = defineCommand({
  icon: 'calendar',
  keys: [
    { key: 'w', args: { range: 'week' } },
    { key: 'm', args: { range: 'month' } },
    { key: 'q', args: { range: 'quarter' } },
    { key: 't', args: { range: 'latest20' } },
  ],
  places: ['chart'],
  when: ({ chart }) => (chart === null ? 'command.chart.none' : true),
  arguments: Type.Object({
    range: choiceArgument('argument.range', 'range', ['week', 'month', 'quarter', 'latest20']),
  }),
  execute: ({ chart }, { range: chosen }) => chart?.setRange(chosen),
});
