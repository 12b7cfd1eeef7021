import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** The page on which keys are changed. */
export const shortcuts = defineCommand({
  id: 'preferences.shortcuts',
  title: 'command.preferences.shortcuts',
  icon: 'keyboard',
  places: ['userMenu'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/shortcuts'),
});
