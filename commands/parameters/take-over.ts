import { defineScreenCommand } from '../../src/command/screen.ts';

/** Goes on with what somebody else has set meanwhile: the new values then replace theirs. */
export const takeOver = defineScreenCommand({
  id: 'parameters.takeOver',
  script: 'edits',
  title: 'command.parameters.takeOver',
  icon: 'check',
  permission: 'device:parameter:edit',
  places: ['dialog'],
});
