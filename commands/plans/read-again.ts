import { defineScreenCommand } from '../../src/command/screen.ts';

/** Reads the devices of the plan anew, so that its values are of now: one deed, one read for each device. */
export const readAgain = defineScreenCommand({
  id: 'plans.readAgain',
  script: 'given',
  title: 'command.plans.readAgain',
  icon: 'refresh',
  places: ['plans'],
  permission: 'device:command:send',
});
