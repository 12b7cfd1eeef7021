import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** What stands beside the script: its run, tables, all runs, or its versions. */
export const view = defineScreenCommand({
  id: 'scripts.view',
  title: 'command.scripts.view',
  icon: 'panel-open',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    view: choiceArgument('argument.scriptView', 'scriptView', ['run', 'tables', 'ran', 'runs', 'versions']),
  }),
});
