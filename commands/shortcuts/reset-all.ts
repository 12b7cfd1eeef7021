import { defineScreenCommand } from '../../src/command/screen.ts';

/** Gives every command its declared keys again. */
export const resetAll = defineScreenCommand({
  id: 'shortcuts.resetAll',
  title: 'command.shortcuts.resetAll',
  icon: 'keyboard',
  places: ['shortcuts'],
});
