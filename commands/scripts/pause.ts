import Type from 'typebox';
import { runArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Holds a run; what devices answer is taken in. */
export const pause = defineCommand({
  id: 'scripts.pause',
  script: 'script',
  title: 'command.scripts.pause',
  icon: 'pause',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({ run: runArgument(['running', 'waiting']) }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'pause'),
});
