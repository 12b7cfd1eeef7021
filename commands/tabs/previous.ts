import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** The page tab to the left of this one, round the end. */
export const previous = defineCommand({
  id: 'tabs.previous',
  title: 'command.tabs.previous',
  icon: 'chevron-left',
  keys: ['ctrl+alt+arrowleft'],
  places: ['tabMenu'],
  arguments: Type.Object({}),
  execute: ({ tabs }) => tabs.step(-1),
});
