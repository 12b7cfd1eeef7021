import Type from 'typebox';
import { projectArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows the stations of one project, or (null) of all. */
export const project = defineScreenCommand({
  id: 'stations.project',
  title: 'command.stations.project',
  icon: 'folder-tree',
  permission: 'station:data:view',
  places: ['home', 'map'],
  arguments: Type.Object({ projectId: projectArgument() }),
});
