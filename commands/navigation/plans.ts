import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const plans = defineCommand({
  id: 'navigation.plans',
  title: 'command.navigation.plans',
  icon: 'list-checks',
  keys: ['g p'],
  permission: 'device:parameter:view',
  places: ['side'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/plans'),
});
