import { defineScreenCommand } from '../../src/command/screen.ts';

/** Gives the edits up that were not saved. */
export const revert = defineScreenCommand({
  id: 'scripts.revert',
  title: 'command.scripts.revert',
  icon: 'undo',
  guard: { type: 'confirm', question: 'scripts.revertAsk' },
  places: ['scripts'],
  permission: 'device:workflow:view',
});
