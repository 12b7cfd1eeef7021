import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks for a note, then keeps the text as a new version. */
export const saveNote = defineScreenCommand({
  id: 'scripts.saveNote',
  title: 'command.scripts.saveNote',
  icon: 'archive',
  places: ['scripts'],
  permission: 'device:script:edit',
});
