import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const side = defineCommand({
  id: 'preferences.side',
  title: 'command.preferences.side',
  icon: 'panel-close',
  keys: ['mod+b'],
  places: ['side'],
  arguments: Type.Object({}),
  execute: ({ preferences }) => preferences.setSideCollapsed(!preferences.sideCollapsed),
});
