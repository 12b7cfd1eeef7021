import { defineCommand } from '../../src/command/area.ts';

/** The page tab to the right of this one, round the end. */
export const next = defineCommand({
  icon: 'chevron-right',
  keys: ['ctrl+alt+arrowright'],
  places: ['tabMenu'],
  execute: ({ tabs }) => tabs.step(1),
});
