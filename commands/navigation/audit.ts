import { defineCommand } from '../../src/command/area.ts';

export const audit = defineCommand({
  icon: 'shield-check',
  keys: ['g a'],
  permission: 'system:audit:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/audit'),
});
