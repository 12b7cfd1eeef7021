import { defineScreenCommand } from '../../src/command/screen.ts';

/** Says no to the question on screen. */
export const decline = defineScreenCommand({
  id: 'dialog.decline',
  title: 'command.dialog.decline',
  icon: 'x',
  places: ['dialog'],
});
