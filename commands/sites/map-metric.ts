import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Says what the chosen metric of an RTU stands for. */
export const mapMetric = defineScreenCommand({
  id: 'sites.mapMetric',
  title: 'command.sites.mapMetric',
  icon: 'cpu',
  places: ['sites'],
  permission: 'device:site:edit',
  arguments: Type.Object({ of: ofArgument() }),
});
