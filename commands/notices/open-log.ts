import Type from 'typebox';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens the log at the error that a notice speaks of; the newest without a name. */
export const openLog = defineScreenCommand({
  id: 'notices.openLog',
  title: 'command.notices.openLog',
  icon: 'scroll-text',
  places: ['notice'],
  arguments: Type.Object({ notice: Type.Optional(Type.Integer()) }),
});
