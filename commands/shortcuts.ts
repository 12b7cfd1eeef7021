import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';
import type { Args } from '../src/command/command.ts';

/** Whose keys are meant: a command by its id, and the arguments that the keys run it with. */
const called = {
  command: screenArgument('argument.command', Type.String()),
  args: Type.Optional(Type.Unsafe<Args>(Type.Object({}, { additionalProperties: true }))),
};

/** The page of keys. */
export const shortcuts = area('shortcuts', {
  /** Opens the page and listens there for the key that a command is to have, with these arguments. */
  bind: onScreen({
    icon: 'keyboard',
    isPassing: true,
    isUnlisted: true,
    page: '/shortcuts',
    places: ['shortcuts'],
    arguments: Type.Object(called),
  }),
  /** Listens for the key that a command is to have. */
  rebind: onScreen({
    icon: 'keyboard',
    places: ['shortcuts'],
    arguments: Type.Object(called),
  }),
  /** Takes the keys from a command. */
  unbind: onScreen({
    icon: 'keyboard',
    places: ['shortcuts'],
    arguments: Type.Object(called),
  }),
  /** Gives a command its declared keys again. */
  reset: onScreen({
    icon: 'keyboard',
    places: ['shortcuts'],
    arguments: Type.Object(called),
  }),
  /** Gives every command its declared keys again. */
  resetAll: onScreen({
    icon: 'keyboard',
    guard: { type: 'confirm', question: 'shortcuts.resetAsk' },
    places: ['shortcuts'],
  }),
  /** Whether single keys are those with what is printed on them, or those at the place that they have on a US keyboard. */
  layout: onScreen({
    icon: 'keyboard',
    places: ['shortcuts'],
    arguments: Type.Object({
      layout: choiceArgument('argument.value', 'shortcuts.layout', ['printed', 'place']),
    }),
  }),
  /** Switches keys without a modifier off or on. */
  singles: onScreen({
    icon: 'keyboard',
    places: ['shortcuts'],
  }),
});
