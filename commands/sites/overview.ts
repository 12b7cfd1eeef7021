import { defineScreenCommand } from '../../src/command/screen.ts';

/** Leaves the chosen thing: RTUs that wait, and stations as CSV. */
export const overview = defineScreenCommand({
  id: 'sites.overview',
  title: 'command.sites.overview',
  icon: 'list',
  places: ['sites'],
  permission: 'device:maintenance:view',
});
