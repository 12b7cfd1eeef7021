import { defineScreenCommand } from '../../src/command/screen.ts';

/** Fetches what is shown of the plans anew. */
export const refresh = defineScreenCommand({
  id: 'plans.refresh',
  title: 'command.plans.refresh',
  icon: 'refresh',
  places: ['plans'],
  permission: 'device:parameter:view',
});
