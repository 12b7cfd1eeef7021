import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const matrix = defineCommand({
  id: 'navigation.matrix',
  title: 'command.navigation.matrix',
  icon: 'table',
  keys: ['g m'],
  permission: 'device:parameter:view',
  places: ['side'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/devices/matrix'),
});
