import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Closes what lies over the page. */
export const close = defineCommand({
  id: 'overlay.close',
  title: 'command.overlay.close',
  icon: 'x',
  places: ['header'],
  when: ({ palette }) => (palette.shown ? true : 'command.overlay.none'),
  arguments: Type.Object({}),
  execute: ({ palette }) => palette.close(),
});
