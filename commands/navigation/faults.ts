import { defineCommand } from '../../src/command/area.ts';

export const faults = defineCommand({
  icon: 'activity',
  keys: ['g o'],
  permission: 'station:data:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/devices/faults'),
});
