import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** The command palette; a prefix narrows what it finds. */
export const open = defineCommand({
  id: 'palette.open',
  title: 'command.palette.open',
  icon: 'search',
  keys: ['s', 'mod+k'],
  places: ['header'],
  arguments: Type.Object({ text: Type.Optional(Type.String({ maxLength: 200 })) }),
  execute: ({ palette }, { text }) => palette.open(text ?? ''),
});
