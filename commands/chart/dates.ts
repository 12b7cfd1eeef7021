import Type from 'typebox';
import { textArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

const moment = String.raw`^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?Z?)?)?$`;

/** Shows the curve between two moments: dates or times of the curve's own zone, or UTC with a Z at the end. */
export const dates = defineScreenCommand({
  id: 'chart.dates',
  title: 'command.chart.dates',
  icon: 'calendar',
  places: ['chart'],
  arguments: Type.Object({
    from: textArgument('argument.from', { pattern: moment, form: 'textForm.moment' }),
    to: textArgument('argument.to', { pattern: moment, form: 'textForm.moment' }),
  }),
});
