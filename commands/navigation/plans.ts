import { defineCommand } from '../../src/command/area.ts';

export const plans = defineCommand({
  icon: 'list-checks',
  keys: ['g p'],
  permission: 'device:parameter:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/plans'),
});
