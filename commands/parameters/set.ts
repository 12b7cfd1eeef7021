import Type from 'typebox';
import { fieldArgument, groupArgument, stationArgument, valueArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';
import { groupOf, slotOf } from '../../src/domain/device-path.ts';

/** Sets one parameter of a device: old and new are shown, the password is asked for. */
export const set = defineCommand({
  id: 'parameters.set',
  script: 'given',
  title: 'command.parameters.set',
  icon: 'sliders',
  permission: 'device:parameter:edit',
  places: ['orders', 'station'],
  arguments: Type.Object({
    stationId: stationArgument(),
    group: groupArgument(),
    field: fieldArgument(),
    value: valueArgument(),
  }),
  execute: ({ orders }, { stationId, group, field, value }) =>
    orders.give({
      stationId,
      slot: slotOf(group),
      order: { type: 'set', group: groupOf(group), edits: { [field]: value } },
    }),
});
