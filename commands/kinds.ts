import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { ofArgument, screenArgument } from '../src/command/arguments.ts';

/** Kinds of sensors that a company makes. */
export const kinds = area('kinds', {
  /** Opens a kind of the list. */
  choose: onScreen({
    icon: 'cpu',
    permission: 'device:maintenance:view',
    page: '/devices/kinds',
    arguments: Type.Object({ id: screenArgument('argument.entry', Type.Integer({ minimum: 1 })) }),
  }),
  /** Begins a new kind. */
  add: onScreen({ icon: 'plus', permission: 'device:site:edit', page: '/devices/kinds' }),
  /** Adds a channel to the form of a kind. */
  addChannel: onScreen({
    icon: 'plus',
    permission: 'device:site:edit',
    arguments: Type.Object({ of: ofArgument() }),
  }),
});
