import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const log = defineCommand({
  id: 'navigation.log',
  title: 'command.navigation.log',
  icon: 'scroll-text',
  keys: ['g l'],
  places: ['header'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/log'),
});
