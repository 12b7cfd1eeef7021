import Type from 'typebox';
import { stationArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Stops every siren of a station: one press, no question. */
export const stop = defineCommand({
  id: 'commands.stop',
  script: 'siren',
  title: 'command.commands.stop',
  icon: 'bell-off',
  permission: 'device:command:send',
  places: ['orders', 'station'],
  arguments: Type.Object({ stationId: stationArgument() }),
  execute: ({ orders }, { stationId }) => orders.stopSirens(stationId),
});
