import { defineScreenCommand } from '../../src/command/screen.ts';

/** Changes the chosen standard set. */
export const edit = defineScreenCommand({
  id: 'standards.edit',
  script: 'standard',
  title: 'command.standards.edit',
  icon: 'pencil',
  places: ['matrix'],
  permission: 'device:parameter:edit',
});
