import { defineScreenCommand } from '../../src/command/screen.ts';

/** Chooses a report of a plan; those of its sets that did not land can be tried again. */
export const importReport = defineScreenCommand({
  id: 'scripts.import',
  script: 'script',
  title: 'command.scripts.import',
  icon: 'upload',
  places: ['scripts'],
  permission: 'device:parameter:edit',
});
