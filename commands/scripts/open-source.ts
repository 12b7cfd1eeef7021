import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { runArgument } from '../../src/command/arguments.ts';

/** Opens the script that a run came from; where it has changed since, beside the version that ran. */
export const openSource = defineCommand({
  icon: 'terminal',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({ run: runArgument() }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'source'),
});
