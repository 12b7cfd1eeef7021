import { defineScreenCommand } from '../../src/command/screen.ts';

/** Begins a script that nobody has kept yet. */
export const create = defineScreenCommand({
  id: 'scripts.create',
  title: 'command.scripts.create',
  icon: 'plus',
  places: ['scripts'],
  permission: 'device:workflow:view',
});
