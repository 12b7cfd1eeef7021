import { defineScreenCommand } from '../../src/command/screen.ts';

/** Deletes the script on screen; its runs stay. */
export const deleteScript = defineScreenCommand({
  id: 'scripts.delete',
  title: 'command.scripts.delete',
  icon: 'trash',
  guard: { type: 'confirm', question: 'scripts.deleteAsk' },
  places: ['scripts'],
  permission: ['device:script:edit', 'device:script:delete'],
});
