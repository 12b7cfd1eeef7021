import { defineCommand } from '../../src/command/area.ts';

export const messages = defineCommand({
  icon: 'message',
  keys: ['g i'],
  permission: 'device:maintenance:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/devices/messages'),
});
