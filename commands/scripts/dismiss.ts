import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Closes what lies over the script: a comparison, or what a report held. */
export const dismiss = defineScreenCommand({
  id: 'scripts.dismiss',
  title: 'command.scripts.dismiss',
  icon: 'x',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    of: ofArgument(),
  }),
});
