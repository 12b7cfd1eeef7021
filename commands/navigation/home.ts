import { defineCommand } from '../../src/command/area.ts';

export const home = defineCommand({
  icon: 'map',
  keys: ['g h'],
  places: ['header'],
  execute: ({ navigation }) => navigation.open('/index'),
});
