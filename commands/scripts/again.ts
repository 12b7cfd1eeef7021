import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { runArgument } from '../../src/command/arguments.ts';

/** Runs the text of a run once more, with the same arguments. */
export const again = defineCommand({
  script: 'script',
  icon: 'refresh',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({ run: runArgument(['done', 'failed', 'cancelled', 'halted']) }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'again'),
});
