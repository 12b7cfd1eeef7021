import { defineScreenCommand } from '../../src/command/screen.ts';

/** Puts the list of cells away that were not taken. */
export const dismiss = defineScreenCommand({
  id: 'matrix.dismiss',
  title: 'command.matrix.dismiss',
  icon: 'x',
  places: ['matrix'],
  permission: 'device:parameter:view',
});
