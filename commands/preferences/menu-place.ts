import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** The server's menu at the side or in the header. */
export const menuPlace = defineCommand({
  id: 'preferences.menuPlace',
  title: 'command.preferences.menuPlace',
  icon: 'panel-open',

  places: ['userMenu'],
  arguments: Type.Object({}),
  execute: ({ preferences }) => preferences.setMenuInHeader(!preferences.menuInHeader),
});
