import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Opens the page tab again that was closed last. */
export const reopen = defineCommand({
  id: 'tabs.reopen',
  title: 'command.tabs.reopen',
  icon: 'undo',
  keys: ['alt+shift+t'],
  places: ['tabMenu'],
  when: ({ tabs }) => (tabs.canReopen ? true : 'command.tabs.noneClosed'),
  arguments: Type.Object({}),
  execute: ({ tabs }) => tabs.reopen(),
});
