import { defineScreenCommand } from '../../src/command/screen.ts';

/** Lists older commands of the station as well. */
export const more = defineScreenCommand({
  id: 'commands.more',
  title: 'command.commands.more',
  icon: 'chevron-down',
  permission: 'device:parameter:view',
  places: ['orders'],
});
