import { defineScreenCommand } from '../../src/command/screen.ts';

/** Checks anew whether each entry follows from those before it. */
export const verify = defineScreenCommand({
  id: 'audit.verify',
  title: 'command.audit.verify',
  icon: 'shield-check',
  places: ['audit'],
  permission: 'system:audit:view',
});
