import { defineScreenCommand } from '../../src/command/screen.ts';

/** Makes a plan of what a report says did not land. */
export const retry = defineScreenCommand({
  id: 'scripts.retry',
  script: 'script',
  title: 'command.scripts.retry',
  icon: 'refresh',
  places: ['scripts'],
  permission: 'device:parameter:edit',
});
