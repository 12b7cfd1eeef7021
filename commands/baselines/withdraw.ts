import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks why one of the sensor's initial values is to be withdrawn. */
export const withdraw = defineScreenCommand({
  id: 'baselines.withdraw',
  title: 'command.baselines.withdraw',
  icon: 'undo',
  places: ['station'],
  permission: 'station:baseline:edit',
  arguments: Type.Object({ baselineId: screenArgument('argument.baseline', Type.Integer({ minimum: 1 })) }),
});
