import Type from 'typebox';
import { planArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Shows a plan with its sets. */
export const open = defineCommand({
  id: 'plans.open',
  title: 'command.plans.open',
  icon: 'list-checks',
  places: ['plans'],
  permission: 'device:parameter:view',
  arguments: Type.Object({ planId: planArgument() }),
  execute: ({ navigation }, { planId }) => navigation.open(`/plans/${planId}`),
});
