import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { stationArgument } from '../../src/command/arguments.ts';

/** Derived channels of a station: formulas over its channels. */
export const formulas = defineCommand({
  icon: 'function',
  permission: 'station:data:view',
  places: ['station'],
  arguments: Type.Object({ stationId: stationArgument() }),
  about: ({ stationId }) => `station ${stationId}`,
  execute: ({ navigation }, { stationId }) => navigation.open(`/station/${stationId}/latest?data=formulas`),
});
