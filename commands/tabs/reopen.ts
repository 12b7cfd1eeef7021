import { defineCommand } from '../../src/command/area.ts';

/** Opens the page tab again that was closed last. */
export const reopen = defineCommand({
  icon: 'undo',
  keys: ['alt+shift+t'],
  places: ['tabMenu'],
  when: ({ tabs }) => (tabs.canReopen ? true : 'command.tabs.noneClosed'),
  execute: ({ tabs }) => tabs.reopen(),
});
