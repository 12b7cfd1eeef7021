import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';

/** Puts the focus into the next or previous part of the window: header, menu, tabs, page, foot. */
export const region = defineCommand({
  icon: 'grid',
  isPassing: true,
  keys: [
    { key: 'f6', args: { to: 'next' } },
    { key: 'shift+f6', args: { to: 'previous' } },
  ],
  places: ['header'],
  arguments: Type.Object({ to: choiceArgument('argument.direction', 'region', ['next', 'previous']) }),
  execute: ({ navigation }, { to }) => navigation.focusRegion(to === 'next' ? 1 : -1),
});
