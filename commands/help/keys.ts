import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** All keys that do something now, on one sheet. */
export const keys = defineCommand({
  id: 'help.keys',
  title: 'command.help.keys',
  icon: 'keyboard',
  keys: ['?'],
  places: ['header', 'userMenu'],
  arguments: Type.Object({}),
  execute: ({ palette }) => palette.showKeys(),
});
