import { defineScreenCommand } from '../../src/command/screen.ts';

/** Forgets every entry of the log, after a question. */
export const clear = defineScreenCommand({
  id: 'log.clear',
  title: 'command.log.clear',
  icon: 'trash',
  places: ['log'],
  guard: { type: 'confirm', question: 'command.log.clear.question' },
});
