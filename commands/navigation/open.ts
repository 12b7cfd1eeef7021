import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { textArgument } from '../../src/command/arguments.ts';

/** Any address inside the application. */
export const open = defineCommand({
  icon: 'chevron-right',
  arguments: Type.Object({
    address: textArgument('argument.address', { pattern: '^/(?!/)', form: 'textForm.address' }),
  }),
  execute: ({ navigation }, { address }) => navigation.open(address),
});
