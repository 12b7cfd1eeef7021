import { defineCommand } from '../../src/command/area.ts';

/** Puts the focus on what the page is about, past header, menu and tabs. */
export const content = defineCommand({
  icon: 'chevron-down',
  isPassing: true,
  keys: ['g c'],
  places: ['header'],
  execute: ({ navigation }) => navigation.focusContent(),
});
