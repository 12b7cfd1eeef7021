import Type from 'typebox';
import { themes } from '../../src/base/themes.ts';
import { defineCommand } from '../../src/command/area.ts';
import { namedArgument } from '../../src/command/arguments.ts';

/** An unknown theme sets the first one (src/console/README.md#preferences). */
export const theme = defineCommand({
  icon: 'palette',
  places: ['header'],
  arguments: Type.Object({ theme: namedArgument('argument.theme', 'theme', themes) }),
  isOn: ({ preferences }, { theme: name }) => preferences.theme === name,
  execute: ({ preferences }, { theme: name }) => preferences.setTheme(name),
});
