import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { fieldArgument, groupArgument, stationArgument, valueArgument } from '../../src/command/arguments.ts';
import { groupOf, slotOf } from '../../src/domain/device-path.ts';

/** Sets one parameter of a device: old and new are shown, the password is asked for. */
export const set = defineCommand({
  script: 'given',
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
      content: { type: 'set', group: groupOf(group), edits: { [field]: value } },
    }),
});
