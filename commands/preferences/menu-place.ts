import { defineCommand } from '../../src/command/area.ts';

/** The server's menu at the side or in the header. */
export const menuPlace = defineCommand({
  icon: 'panel-open',
  places: ['userMenu'],
  execute: ({ preferences }) => preferences.setMenuInHeader(!preferences.menuInHeader),
});
