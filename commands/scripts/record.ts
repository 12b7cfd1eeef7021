import { defineCommand } from '../../src/command/area.ts';

/** Makes a script of what was done since the sign-in, and opens it; nobody has kept it yet. */
export const record = defineCommand({
  script: 'script',
  icon: 'history',
  permission: 'device:workflow:run',
  places: ['scripts'],
  execute: ({ scripts }) => scripts.record(),
});
