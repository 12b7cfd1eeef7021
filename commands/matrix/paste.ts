import Type from 'typebox';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Puts tab-separated values onto the cells from the current one on; nothing is sent yet. */
export const paste = defineScreenCommand({
  id: 'matrix.paste',
  script: 'edits',
  title: 'command.matrix.paste',
  icon: 'paste',
  places: ['matrix'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ text: Type.Optional(Type.String()) }),
});
