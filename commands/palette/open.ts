import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';

/** The command palette; a prefix narrows what it finds. */
export const open = defineCommand({
  icon: 'search',
  isPassing: true,
  isUnlisted: true,
  keys: ['s', 'mod+k'],
  places: ['header'],
  arguments: Type.Object({ text: Type.Optional(Type.String({ maxLength: 200 })) }),
  execute: ({ palette }, { text }) => palette.open(text ?? ''),
});
