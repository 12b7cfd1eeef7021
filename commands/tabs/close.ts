import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';

/** Closes page tabs: this one, those to its left or right, the others, or all. Home stays (src/console/README.md#pages). */
export const close = defineCommand({
  icon: 'x',
  places: ['tabMenu'],
  arguments: Type.Object({
    which: choiceArgument('argument.tabs', 'tabs.which', ['this', 'left', 'right', 'others', 'all']),
    address: Type.Optional(Type.String()),
  }),
  execute: ({ tabs }, { which, address }) => tabs.close(which, address),
});
