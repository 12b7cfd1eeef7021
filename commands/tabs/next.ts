import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** The page tab to the right of this one, round the end. */
export const next = defineCommand({
  id: 'tabs.next',
  title: 'command.tabs.next',
  icon: 'chevron-right',
  keys: ['ctrl+alt+arrowright'],
  places: ['tabMenu'],
  arguments: Type.Object({}),
  execute: ({ tabs }) => tabs.step(1),
});
