import { defineCommand } from '../../src/command/area.ts';

export const users = defineCommand({
  icon: 'user',
  keys: ['g u'],
  permission: 'system:user:edit',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/users'),
});
