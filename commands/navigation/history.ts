import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const history = defineCommand({
  id: 'navigation.history',
  title: 'command.navigation.history',
  icon: 'line-chart',
  keys: ['g d'],
  places: ['header'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/rest/datshow/list2'),
});
