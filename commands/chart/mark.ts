import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Marks a set or a command out on the curve; the same again ends that. */
export const mark = defineScreenCommand({
  id: 'chart.mark',
  title: 'command.chart.mark',
  icon: 'send',
  permission: 'device:parameter:view',
  places: ['chart'],
  arguments: Type.Object({ mark: screenArgument('argument.mark', Type.String({ maxLength: 40 })) }),
});
