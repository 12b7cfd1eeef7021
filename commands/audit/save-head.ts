import { defineScreenCommand } from '../../src/command/screen.ts';

/** Saves the signed head of the audit: kept elsewhere, it shows later that entries are gone. */
export const saveHead = defineScreenCommand({
  id: 'audit.saveHead',
  title: 'command.audit.saveHead',
  icon: 'shield-check',
  places: ['audit'],
  permission: 'system:audit:view',
});
