import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Chooses one of the data tables of the open station: status, tilt, waveform and so on. */
export const page = defineScreenCommand({
  id: 'stations.page',
  title: 'command.stations.page',
  icon: 'table',
  permission: 'station:data:view',
  places: ['station', 'table'],
  arguments: Type.Object({ page: screenArgument('argument.page', Type.String()) }),
});
