import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { runArgument } from '../../src/command/arguments.ts';

/** Ends a run; what it ordered and was never sent is taken back. */
export const cancel = defineCommand({
  script: 'script',
  icon: 'ban',
  guard: { type: 'confirm', question: 'scripts.cancelAsk' },
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({ run: runArgument(['running', 'waiting', 'paused']) }),
  execute: ({ scripts }, { run }) => scripts.act(run, 'cancel'),
});
