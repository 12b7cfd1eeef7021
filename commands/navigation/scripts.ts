import { defineCommand } from '../../src/command/area.ts';

export const scripts = defineCommand({
  icon: 'terminal',
  keys: ['g w'],
  permission: 'device:workflow:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/scripts'),
});
