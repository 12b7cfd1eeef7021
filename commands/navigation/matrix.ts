import { defineCommand } from '../../src/command/area.ts';

export const matrix = defineCommand({
  icon: 'table',
  keys: ['g m'],
  permission: 'device:parameter:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/devices/matrix'),
});
