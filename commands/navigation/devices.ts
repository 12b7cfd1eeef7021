import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Device maintenance: companies, projects, stations, RTUs and sensors by hand. */
export const devices = defineCommand({
  id: 'navigation.devices',
  title: 'command.navigation.devices',
  icon: 'folder-tree',
  keys: ['g t'],
  permission: 'device:maintenance:view',
  places: ['header', 'side'],
  arguments: Type.Object({}),
  execute: ({ navigation }) => navigation.open('/devices/tree'),
});
