import { defineScreenCommand } from '../../src/command/screen.ts';

/** Reads every parameter of the device whose panel is on screen. */
export const read = defineScreenCommand({
  id: 'parameters.read',
  script: 'through',
  title: 'command.parameters.read',
  icon: 'refresh',
  keys: ['r'],
  permission: 'device:command:send',
  places: ['orders'],
});
