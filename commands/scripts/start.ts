import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Starts the run with the arguments of the form. */
export const start = defineScreenCommand({
  id: 'scripts.start',
  script: 'script',
  title: 'command.scripts.start',
  icon: 'play',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({
    of: ofArgument(),
  }),
});
