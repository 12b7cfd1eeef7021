import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks the server again for what did not load of the stations. */
export const refresh = defineScreenCommand({
  id: 'stations.refresh',
  title: 'command.stations.refresh',
  icon: 'refresh',
  permission: 'station:data:view',
  places: ['home', 'station'],
  arguments: Type.Object({ of: ofArgument() }),
});
