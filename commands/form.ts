import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { ofArgument, screenArgument } from '../src/command/arguments.ts';

/** The form on screen. */
export const form = area('form', {
  /** Sends the form on screen. */
  save: onScreen({
    icon: 'check',
    isPassing: true,
    keys: ['mod+enter'],
    places: ['form'],
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Chooses a value of a field of the form on screen; text is typed, not commanded. */
  set: onScreen({
    icon: 'list',
    isPassing: true,
    places: ['form'],
    arguments: Type.Object({
      of: ofArgument(),
      field: screenArgument('argument.field', Type.String()),
      value: screenArgument('argument.value', Type.String()),
    }),
  }),
  /** Shows or hides what is typed into a password field. */
  reveal: onScreen({
    icon: 'eye',
    places: ['login'],
  }),
});
