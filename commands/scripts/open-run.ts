import Type from 'typebox';
import { runArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Opens a run with its log, its results and its plan. */
export const openRun = defineCommand({
  id: 'scripts.openRun',
  title: 'command.scripts.openRun',
  icon: 'history',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({ run: runArgument() }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'open'),
});
