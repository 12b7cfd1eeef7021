import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Gives a panel the whole window, or gives it back (src/console/README.md#pages: widget state). */
export const fullscreen = defineScreenCommand({
  id: 'panel.fullscreen',
  title: 'command.panel.fullscreen',
  icon: 'expand',
  places: ['home'],
  arguments: Type.Object({ panel: screenArgument('argument.panel', Type.String()) }),
});
