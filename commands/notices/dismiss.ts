import Type from 'typebox';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes a notice away before its time; the newest without a name. */
export const dismiss = defineScreenCommand({
  id: 'notices.dismiss',
  title: 'command.notices.dismiss',
  icon: 'x',
  places: ['notice'],
  arguments: Type.Object({ notice: Type.Optional(Type.Integer()) }),
});
