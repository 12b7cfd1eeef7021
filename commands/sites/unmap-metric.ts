import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes back what a metric of an RTU stands for. */
export const unmapMetric = defineScreenCommand({
  id: 'sites.unmapMetric',
  title: 'command.sites.unmapMetric',
  icon: 'x',
  places: ['sites'],
  permission: 'device:site:edit',
  arguments: Type.Object({ metric: screenArgument('argument.metric', Type.String()) }),
});
