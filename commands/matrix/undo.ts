import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes the last change of edits back. */
export const undo = defineScreenCommand({
  id: 'matrix.undo',
  script: 'edits',
  title: 'command.matrix.undo',
  icon: 'undo',
  places: ['matrix'],
  permission: 'device:parameter:edit',
});
