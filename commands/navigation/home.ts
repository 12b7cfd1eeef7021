import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const home = defineCommand({
  id: 'navigation.home',
  title: 'command.navigation.home',
  icon: 'map',
  keys: ['g h'],
  places: ['header'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/index'),
});
