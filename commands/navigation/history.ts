import { defineCommand } from '../../src/command/area.ts';

export const history = defineCommand({
  icon: 'line-chart',
  keys: ['g d'],
  places: ['header'],
  execute: ({ navigation }) => navigation.open('/rest/datshow/list2'),
});
