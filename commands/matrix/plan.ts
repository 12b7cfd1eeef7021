import { defineScreenCommand } from '../../src/command/screen.ts';

/** Makes a plan of the edits, and opens it. */
export const plan = defineScreenCommand({
  id: 'matrix.plan',
  script: 'given',
  title: 'command.matrix.plan',
  icon: 'list-checks',
  places: ['matrix'],
  permission: 'device:parameter:edit',
});
