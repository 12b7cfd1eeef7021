import { defineScreenCommand } from '../../src/command/screen.ts';

/** Saves the report of the plan on screen as .xlsx. */
export const exportReport = defineScreenCommand({
  id: 'scripts.export',
  title: 'command.scripts.export',
  icon: 'download',
  places: ['scripts', 'plans'],
  permission: 'device:parameter:view',
});
