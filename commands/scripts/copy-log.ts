import { defineScreenCommand } from '../../src/command/screen.ts';

/** Copies the lines of the log that are shown. */
export const copyLog = defineScreenCommand({
  id: 'scripts.copyLog',
  title: 'command.scripts.copyLog',
  icon: 'copy',
  places: ['scripts'],
  permission: 'device:workflow:view',
});
