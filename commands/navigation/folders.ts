import { defineCommand } from '../../src/command/area.ts';

export const folders = defineCommand({
  icon: 'folder-tree',
  keys: ['g z'],
  permission: 'station:data:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/folders'),
});
