import { defineCommand } from '../../src/command/area.ts';

export const roles = defineCommand({
  icon: 'shield-check',
  permission: 'system:role:edit',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/roles'),
});
