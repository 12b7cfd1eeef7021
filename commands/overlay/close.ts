import { defineCommand } from '../../src/command/area.ts';

/** Closes what lies over the page. */
export const close = defineCommand({
  icon: 'x',
  isPassing: true,
  isUnlisted: true,
  places: ['header'],
  when: ({ palette }) => (palette.shown ? true : 'command.overlay.none'),
  execute: ({ palette }) => palette.close(),
});
