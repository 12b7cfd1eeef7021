import Type from 'typebox';
import { textArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Any address inside the application. */
export const open = defineCommand({
  id: 'navigation.open',
  title: 'command.navigation.open',
  icon: 'chevron-right',
  arguments: Type.Object({
    address: textArgument('argument.address', { pattern: '^/(?!/)', form: 'textForm.address' }),
  }),
  execute: ({ navigation }, { address }) => navigation.open(address),
});
