import Type from 'typebox';
import { runArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Goes on with a paused run. */
export const resume = defineCommand({
  id: 'scripts.resume',
  script: 'script',
  title: 'command.scripts.resume',
  icon: 'play',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({ run: runArgument(['paused']) }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'resume'),
});
