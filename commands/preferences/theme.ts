import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** An unknown theme sets the first one (SPEC §4). */
export const theme = defineCommand({
  id: 'preferences.theme',
  title: 'command.preferences.theme',
  icon: 'palette',
  places: ['header'],
  arguments: Type.Object({ theme: Type.String() }),
  execute: ({ preferences }, { theme: name }) => preferences.setTheme(name),
});
