import { defineCommand } from '../../src/command/area.ts';

export const schedules = defineCommand({
  icon: 'calendar',
  keys: ['g s'],
  permission: 'station:data:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/schedules'),
});
