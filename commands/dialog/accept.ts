import { defineScreenCommand } from '../../src/command/screen.ts';

/** Says yes to the question on screen. */
export const accept = defineScreenCommand({
  id: 'dialog.accept',
  title: 'command.dialog.accept',
  icon: 'check',
  places: ['dialog'],
});
