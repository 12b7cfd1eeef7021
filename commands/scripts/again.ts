import Type from 'typebox';
import { runArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Runs the text of a run once more, with the same arguments. */
export const again = defineCommand({
  id: 'scripts.again',
  script: 'script',
  title: 'command.scripts.again',
  icon: 'refresh',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({ run: runArgument(['done', 'failed', 'cancelled', 'halted']) }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'again'),
});
