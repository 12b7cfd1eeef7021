import { defineCommand } from '../../src/command/area.ts';

export const globalMap = defineCommand({
  icon: 'locate',
  permission: 'station:data:view',
  places: ['side'],
  execute: ({ navigation }) => navigation.open('/map/global'),
});
