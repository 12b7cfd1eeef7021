import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';

/** Moves a page tab; home stays the first. */
export const move = defineCommand({
  icon: 'list',
  places: ['tabMenu'],
  arguments: Type.Object({
    to: choiceArgument('argument.direction', 'direction', ['left', 'right', 'first', 'last']),
    address: Type.Optional(Type.String()),
    /** Before which tab, where it is dragged there. */
    before: Type.Optional(Type.String()),
  }),
  execute: ({ tabs }, { to, address, before }) => tabs.move(to, address, before),
});
