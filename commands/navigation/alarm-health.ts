import { defineCommand } from '../../src/command/area.ts';

/** How the alarm system itself does: load, floods, answers, noise. */
export const alarmHealth = defineCommand({
  icon: 'activity',
  keys: ['g e'],
  permission: 'alarm:event:view',
  execute: ({ navigation }) => navigation.open('/alarms/health'),
});
