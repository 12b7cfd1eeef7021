import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows or hides what is typed into a password field. */
export const reveal = defineScreenCommand({
  id: 'form.reveal',
  title: 'command.form.reveal',
  icon: 'eye',
  places: ['login'],
});
