import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { runArgument } from '../../src/command/arguments.ts';

/** Holds a run; what devices answer is taken in. */
export const pause = defineCommand({
  script: 'script',
  icon: 'pause',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({ run: runArgument(['running', 'waiting']) }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'pause'),
});
