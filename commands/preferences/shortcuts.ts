import { defineCommand } from '../../src/command/area.ts';

/** The page on which keys are changed. */
export const shortcuts = defineCommand({
  icon: 'keyboard',
  places: ['userMenu'],
  execute: ({ navigation }) => navigation.open('/shortcuts'),
});
