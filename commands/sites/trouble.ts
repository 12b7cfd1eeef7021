import { defineScreenCommand } from '../../src/command/screen.ts';

/** Narrows the device tree to what is in trouble, or shows all of it again. */
export const trouble = defineScreenCommand({
  id: 'sites.trouble',
  title: 'command.sites.trouble',
  icon: 'warning',
  places: ['sites'],
  permission: 'device:maintenance:view',
});
