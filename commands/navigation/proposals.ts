import { defineCommand } from '../../src/command/area.ts';

export const proposals = defineCommand({
  icon: 'merge',
  permission: 'device:parameter:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/proposals'),
});
