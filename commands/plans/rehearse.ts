import { defineScreenCommand } from '../../src/command/screen.ts';

/** Runs the draft on screen against simulated twins of its devices; nothing is sent to a real one. */
export const rehearse = defineScreenCommand({
  id: 'plans.rehearse',
  script: 'plan',
  title: 'command.plans.rehearse',
  icon: 'play',
  places: ['plans'],
  permission: 'device:workflow:run',
});
