import { defineScreenCommand } from '../../src/command/screen.ts';

/** Verifies the audit against the saved signature that was chosen or pasted. */
export const checkHead = defineScreenCommand({
  id: 'audit.checkHead',
  title: 'command.audit.checkHead',
  icon: 'shield-check',
  places: ['audit'],
  permission: 'system:audit:view',
});
