import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { deviceArgument, orderArgument, stationArgument } from '../../src/command/arguments.ts';
import { slotOf } from '../../src/domain/device-path.ts';

/** Orders an action of the catalogue from a device; its own arguments, confirmation or password are asked for. */
export const send = defineCommand({
  script: 'given',
  icon: 'terminal',
  permission: ['device:command:send', 'device:command:sound', 'device:command:freeText'],
  places: ['orders', 'station'],
  arguments: Type.Object({
    stationId: stationArgument(),
    device: deviceArgument(),
    command: orderArgument(),
  }),
  execute: ({ orders }, { stationId, device, command }) =>
    orders.give({ stationId, slot: slotOf(device), content: { type: 'action', action: command, args: {} } }),
});
