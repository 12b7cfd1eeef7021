import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { runArgument } from '../../src/command/arguments.ts';

/** Goes on with a paused run. */
export const resume = defineCommand({
  script: 'script',
  icon: 'play',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({ run: runArgument(['paused']) }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'resume'),
});
