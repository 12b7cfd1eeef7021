import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Mounts the page on screen anew. */
export const refresh = defineCommand({
  id: 'navigation.refresh',
  title: 'command.navigation.refresh',
  icon: 'refresh',

  places: ['tabMenu'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/refresh'),
});
