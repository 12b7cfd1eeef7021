import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows or hides one channel of the curve. */
export const series = defineScreenCommand({
  id: 'chart.series',
  title: 'command.chart.series',
  icon: 'line-chart',
  permission: 'station:data:view',
  places: ['chart'],
  arguments: Type.Object({ key: screenArgument('argument.channel', Type.String({ maxLength: 64 })) }),
});
