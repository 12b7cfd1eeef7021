import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Lets in the RTU whose serial number was typed, and makes its credential. */
export const letIn = defineScreenCommand({
  id: 'sites.letIn',
  title: 'command.sites.letIn',
  icon: 'key',
  places: ['sites'],
  permission: 'device:site:edit',
  arguments: Type.Object({ of: ofArgument() }),
});
