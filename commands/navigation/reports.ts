import { defineCommand } from '../../src/command/area.ts';

export const reports = defineCommand({
  icon: 'file',
  keys: ['g r'],
  permission: 'report:document:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/reports'),
});
