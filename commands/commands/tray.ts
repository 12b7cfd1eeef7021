import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens or closes the list of what is under way to devices. */
export const tray = defineScreenCommand({
  id: 'commands.tray',
  title: 'command.commands.tray',
  icon: 'send',
  permission: 'device:parameter:view',
  places: ['header'],
});
