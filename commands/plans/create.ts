import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { parameterArgument, stationsArgument, textArgument } from '../../src/command/arguments.ts';

/** Proposes the same value of a parameter for several stations; the plan is opened, nothing is sent. */
export const create = defineCommand({
  script: 'given',
  icon: 'list-checks',
  permission: 'device:parameter:edit',
  places: ['home', 'plans'],
  arguments: Type.Object({
    stations: stationsArgument(),
    parameter: parameterArgument(),
    value: textArgument('argument.value', { maxLength: 200 }),
  }),
  execute: ({ plans }, { stations, parameter, value }) => plans.create(stations, parameter, value),
});
