import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks for a name, then keeps the text on screen as a script of one’s own. */
export const saveAs = defineScreenCommand({
  id: 'scripts.saveAs',
  title: 'command.scripts.saveAs',
  icon: 'copy',
  places: ['scripts'],
  permission: 'device:script:edit',
});
