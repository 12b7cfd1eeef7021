import { defineCommand } from '../../src/command/area.ts';

export const sensorTree = defineCommand({
  icon: 'activity',
  keys: ['g q'],
  permission: 'station:data:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/sensors/tree'),
});
