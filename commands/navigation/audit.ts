import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const audit = defineCommand({
  id: 'navigation.audit',
  title: 'command.navigation.audit',
  icon: 'shield-check',
  keys: ['g a'],
  permission: 'system:audit:view',
  places: ['side'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/audit'),
});
