import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Closes page tabs: this one, those to its left or right, the others, or all. Home stays (src/console/README.md#pages). */
export const close = defineCommand({
  id: 'tabs.close',
  title: 'command.tabs.close',
  icon: 'x',
  places: ['tabMenu'],
  arguments: Type.Object({
    which: choiceArgument('argument.tabs', 'tabs.which', ['this', 'left', 'right', 'others', 'all']),
    address: Type.Optional(Type.String()),
  }),
  execute: ({ tabs }, { which, address }) => tabs.close(which, address),
});
