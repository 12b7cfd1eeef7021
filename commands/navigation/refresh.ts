import { defineCommand } from '../../src/command/area.ts';

/** Mounts the page on screen anew. */
export const refresh = defineCommand({
  icon: 'refresh',
  places: ['tabMenu'],
  execute: ({ navigation }) => navigation.open('/refresh'),
});
