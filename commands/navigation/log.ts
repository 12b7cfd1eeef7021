import { defineCommand } from '../../src/command/area.ts';

export const log = defineCommand({
  icon: 'scroll-text',
  keys: ['g l'],
  places: ['header'],
  execute: ({ navigation }) => navigation.open('/log'),
});
