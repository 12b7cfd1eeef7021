import { defineScreenCommand } from '../../src/command/screen.ts';

/** Ends the rehearsal of the plan on screen; it has no result then. */
export const endRehearsal = defineScreenCommand({
  id: 'plans.endRehearsal',
  script: 'plan',
  title: 'command.plans.endRehearsal',
  icon: 'x',
  places: ['plans'],
  permission: 'device:workflow:run',
});
