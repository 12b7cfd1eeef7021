import { defineCommand } from '../../src/command/area.ts';

export const dashboards = defineCommand({
  icon: 'layout-dashboard',
  keys: ['g g'],
  permission: 'station:data:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/dashboards'),
});
