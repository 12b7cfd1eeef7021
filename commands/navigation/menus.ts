import { defineCommand } from '../../src/command/area.ts';

export const menus = defineCommand({
  icon: 'list',
  permission: 'system:role:edit',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/menus'),
});
