import { defineScreenCommand } from '../../src/command/screen.ts';

/** Fetches what the devices have anew. */
export const refresh = defineScreenCommand({
  id: 'matrix.refresh',
  title: 'command.matrix.refresh',
  icon: 'refresh',
  places: ['matrix'],
  permission: 'device:parameter:view',
});
