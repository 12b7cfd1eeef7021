import { defineCommand } from '../../src/command/area.ts';

export const serviceAccounts = defineCommand({
  icon: 'terminal',
  keys: ['g k'],
  permission: 'system:user:edit',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/service-accounts'),
});
