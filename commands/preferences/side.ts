import { defineCommand } from '../../src/command/area.ts';

export const side = defineCommand({
  icon: 'panel-close',
  keys: ['mod+b'],
  places: ['side'],
  execute: ({ preferences }) => preferences.setSideCollapsed(!preferences.sideCollapsed),
});
