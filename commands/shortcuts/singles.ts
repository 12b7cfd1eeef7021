import { defineScreenCommand } from '../../src/command/screen.ts';

/** Switches keys without a modifier off or on. */
export const singles = defineScreenCommand({
  id: 'shortcuts.singles',
  title: 'command.shortcuts.singles',
  icon: 'keyboard',
  places: ['shortcuts'],
});
