import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Chooses a capture of the waveform by its time, UTC ms. */
export const capture = defineScreenCommand({
  id: 'stations.capture',
  title: 'command.stations.capture',
  icon: 'activity',
  permission: 'station:data:view',
  places: ['station'],
  arguments: Type.Object({ t: screenArgument('argument.capture', Type.Integer({ minimum: 0 })) }),
});
