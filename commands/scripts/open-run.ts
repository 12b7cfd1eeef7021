import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { runArgument } from '../../src/command/arguments.ts';

/** Opens a run with its log, its results and its plan. */
export const openRun = defineCommand({
  icon: 'history',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({ run: runArgument() }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'open'),
});
