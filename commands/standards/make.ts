import { defineScreenCommand } from '../../src/command/screen.ts';

/** Makes a standard set, beginning with what the current device has. */
export const make = defineScreenCommand({
  id: 'standards.make',
  script: 'standard',
  title: 'command.standards.make',
  icon: 'plus',
  places: ['matrix'],
  permission: 'device:parameter:edit',
});
