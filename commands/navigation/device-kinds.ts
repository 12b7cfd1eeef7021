import { defineCommand } from '../../src/command/area.ts';

export const deviceKinds = defineCommand({
  icon: 'cpu',
  keys: ['g y'],
  permission: 'station:data:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/devices/views'),
});
