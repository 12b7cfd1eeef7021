import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const users = defineCommand({
  id: 'navigation.users',
  title: 'command.navigation.users',
  icon: 'user',
  keys: ['g u'],
  permission: 'system:user:edit',
  places: ['side'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/users'),
});
