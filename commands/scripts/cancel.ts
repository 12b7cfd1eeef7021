import { defineScreenCommand } from '../../src/command/screen.ts';

/** Ends the run on screen; what it ordered and was never sent is taken back. */
export const cancel = defineScreenCommand({
  id: 'scripts.cancel',
  script: 'script',
  title: 'command.scripts.cancel',
  icon: 'ban',
  guard: { type: 'confirm', question: 'scripts.cancelAsk' },
  places: ['scripts'],
  permission: 'device:workflow:run',
});
