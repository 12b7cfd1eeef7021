import { defineCommand } from '../../src/command/area.ts';

/** Where one was before. */
export const back = defineCommand({
  icon: 'chevron-left',
  isPassing: true,
  keys: ['backspace'],
  places: ['header'],
  execute: ({ navigation }) => navigation.back(),
});
