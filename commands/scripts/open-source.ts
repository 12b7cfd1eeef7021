import Type from 'typebox';
import { runArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Opens the script that a run came from; where it has changed since, beside the version that ran. */
export const openSource = defineCommand({
  id: 'scripts.openSource',
  title: 'command.scripts.openSource',
  icon: 'terminal',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({ run: runArgument() }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'source'),
});
