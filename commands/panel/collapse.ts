import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Folds a panel away to its title, or unfolds it (src/console/README.md#pages: widget state). */
export const collapse = defineScreenCommand({
  id: 'panel.collapse',
  title: 'command.panel.collapse',
  icon: 'minus',
  places: ['home'],
  arguments: Type.Object({ panel: screenArgument('argument.panel', Type.String()) }),
});
