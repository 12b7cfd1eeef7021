import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { stationArgument } from '../../src/command/arguments.ts';

/** Reads every parameter of every device of a station: one deed, one read for each device. */
export const readAll = defineCommand({
  icon: 'refresh',
  permission: 'device:command:send',
  places: ['station', 'orders'],
  arguments: Type.Object({ stationId: stationArgument() }),
  script: ({ stationId }) => [{ type: 'read', stationId, slot: 'all' }],
  execute: ({ orders }, { stationId }) => orders.readStation(stationId),
});
