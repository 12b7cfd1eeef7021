import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { ofArgument } from '../src/command/arguments.ts';

/** The page on screen as a whole. */
export const page = area('page', {
  /** Asks again for what did not load; one of several, or the latest. */
  retry: onScreen({
    icon: 'refresh',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Shows what is folded to a line, or folds it again. */
  unfold: onScreen({
    icon: 'chevron-down',
    isPassing: true,
    arguments: Type.Object({ of: ofArgument() }),
  }),
});
