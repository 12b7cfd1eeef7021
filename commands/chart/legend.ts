import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows or hides readings and statistics beside the curve. */
export const legend = defineScreenCommand({
  id: 'chart.legend',
  title: 'command.chart.legend',
  icon: 'list',
  places: ['chart'],
});
