import { defineScreenCommand } from '../../src/command/screen.ts';

/** Copies the result table as tab-separated values. */
export const copyTable = defineScreenCommand({
  id: 'scripts.copyTable',
  title: 'command.scripts.copyTable',
  icon: 'copy',
  places: ['scripts'],
  permission: 'device:workflow:view',
});
