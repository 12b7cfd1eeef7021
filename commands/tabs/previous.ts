import { defineCommand } from '../../src/command/area.ts';

/** The page tab to the left of this one, round the end. */
export const previous = defineCommand({
  icon: 'chevron-left',
  keys: ['ctrl+alt+arrowleft'],
  places: ['tabMenu'],
  execute: ({ tabs }) => tabs.step(-1),
});
