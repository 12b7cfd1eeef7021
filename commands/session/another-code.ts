import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks for another picture of the verification code. */
export const anotherCode = defineScreenCommand({
  id: 'session.anotherCode',
  title: 'command.session.anotherCode',
  icon: 'refresh',
  places: ['login'],
});
