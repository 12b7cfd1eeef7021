import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows a sensor's initial values, and sets new ones. */
export const open = defineScreenCommand({
  id: 'baselines.open',
  title: 'command.baselines.open',
  icon: 'history',
  places: ['station'],
  permission: 'station:data:view',
  arguments: Type.Object({ sensorId: screenArgument('argument.sensor', Type.Integer({ minimum: 1 })) }),
});
