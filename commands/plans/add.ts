import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { fieldArgument, groupArgument, stationArgument, valueArgument } from '../../src/command/arguments.ts';
import { groupOf, slotOf } from '../../src/domain/device-path.ts';

/** Adds the set of one parameter to the plan that is worked on, or begins a plan with it; nothing is sent. */
export const add = defineCommand({
  script: 'given',
  icon: 'list-checks',
  permission: 'device:parameter:edit',
  places: ['plans', 'station'],
  arguments: Type.Object({
    stationId: stationArgument(),
    group: groupArgument(),
    field: fieldArgument(),
    value: valueArgument(),
  }),
  execute: ({ plans }, { stationId, group, field, value }) =>
    plans.add({
      stationId,
      slot: slotOf(group),
      content: { type: 'set', group: groupOf(group), edits: { [field]: value } },
    }),
});
