import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes the values of the chosen standard set as edits of the panel on screen; nothing is sent yet. */
export const take = defineScreenCommand({
  id: 'standards.take',
  script: 'standard',
  title: 'command.standards.take',
  icon: 'equal-not',
  places: ['orders'],
  permission: 'device:parameter:edit',
});
