import { defineCommand } from '../../src/command/area.ts';

/** Device maintenance: companies, projects, stations, RTUs and sensors by hand. */
export const devices = defineCommand({
  icon: 'folder-tree',
  keys: ['g t'],
  permission: 'device:maintenance:view',
  places: ['header', 'side'],
  execute: ({ navigation }) => navigation.open('/devices/tree'),
});
