import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

/** The panels of the home page. */
export const panel = area('panel', {
  /** Folds a panel away to its title, or unfolds it (src/console/README.md#pages: widget state). */
  collapse: onScreen({
    icon: 'minus',
    places: ['home'],
    arguments: Type.Object({ panel: screenArgument('argument.panel', Type.String()) }),
  }),
  /** Gives a panel the whole window, or gives it back (src/console/README.md#pages: widget state). */
  fullscreen: onScreen({
    icon: 'expand',
    places: ['home'],
    arguments: Type.Object({ panel: screenArgument('argument.panel', Type.String()) }),
  }),
});
