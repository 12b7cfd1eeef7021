import { defineCommand } from '../../src/command/area.ts';

/** The alarm board. */
export const alarms = defineCommand({
  icon: 'bell',
  keys: ['g b'],
  permission: 'alarm:event:view',
  places: ['header', 'side'],
  execute: ({ navigation }) => navigation.open('/alarms'),
});
