import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Makes a script of what was done since the sign-in, and opens it; nobody has kept it yet. */
export const record = defineCommand({
  id: 'scripts.record',
  script: 'script',
  title: 'command.scripts.record',
  icon: 'history',
  permission: 'device:workflow:run',
  places: ['scripts'],
  arguments: Type.Object({}),
  execute: ({ scripts }) => scripts.record(),
});
