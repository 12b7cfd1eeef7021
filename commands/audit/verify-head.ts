import { defineScreenCommand } from '../../src/command/screen.ts';

/** Holds the audit against a signature of its end that was saved before. */
export const verifyHead = defineScreenCommand({
  id: 'audit.verifyHead',
  title: 'command.audit.verifyHead',
  icon: 'search',
  places: ['audit'],
  permission: 'system:audit:view',
});
