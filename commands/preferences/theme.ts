import Type from 'typebox';
import { themes } from '../../src/base/themes.ts';
import { namedArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** An unknown theme sets the first one (src/console/README.md#preferences). */
export const theme = defineCommand({
  id: 'preferences.theme',
  title: 'command.preferences.theme',
  icon: 'palette',
  places: ['header'],
  arguments: Type.Object({ theme: namedArgument('argument.theme', 'theme', themes) }),
  execute: ({ preferences }, { theme: name }) => preferences.setTheme(name),
});
