import { defineCommand } from '../../src/command/area.ts';

/** All keys that do something now, on one sheet. */
export const keys = defineCommand({
  icon: 'keyboard',
  isPassing: true,
  keys: ['?'],
  places: ['header', 'userMenu'],
  execute: ({ palette }) => palette.showKeys(),
});
