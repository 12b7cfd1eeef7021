import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const scripts = defineCommand({
  id: 'navigation.scripts',
  title: 'command.navigation.scripts',
  icon: 'terminal',
  keys: ['g w'],
  permission: 'device:workflow:view',
  places: ['side'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/scripts'),
});
