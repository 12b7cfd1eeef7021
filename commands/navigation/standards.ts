import { defineCommand } from '../../src/command/area.ts';

export const standards = defineCommand({
  icon: 'equal-not',
  permission: 'device:parameter:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/standards'),
});
