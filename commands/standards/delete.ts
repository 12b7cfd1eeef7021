import { defineScreenCommand } from '../../src/command/screen.ts';

/** Deletes the chosen standard set. */
export const deleteStandard = defineScreenCommand({
  id: 'standards.delete',
  script: 'standard',
  title: 'command.standards.delete',
  icon: 'trash',
  places: ['matrix'],
  permission: 'device:parameter:edit',
  guard: { type: 'confirm', question: 'standards.deleteAsk' },
});
