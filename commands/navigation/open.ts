import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Any address inside the application. */
export const open = defineCommand({
  id: 'navigation.open',
  title: 'command.navigation.open',
  icon: 'chevron-right',
  arguments: Type.Object({ address: Type.String({ pattern: '^/(?!/)' }) }),
  execute: ({ navigation }, { address }) => navigation.open(address),
});
