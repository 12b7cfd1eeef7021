import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { planArgument } from '../../src/command/arguments.ts';

/** Shows a plan with its sets. */
export const open = defineCommand({
  icon: 'list-checks',
  places: ['plans'],
  permission: 'device:parameter:view',
  arguments: Type.Object({ planId: planArgument() }),
  execute: ({ navigation }, { planId }) => navigation.open(`/plans/${planId}`),
});
