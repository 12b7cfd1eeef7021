import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens a company, project, station or sensor of the tree. */
export const choose = defineScreenCommand({
  id: 'sites.choose',
  title: 'command.sites.choose',
  icon: 'folder-tree',
  places: ['sites'],
  permission: 'device:maintenance:view',
  arguments: Type.Object({ node: screenArgument('argument.node', Type.String()) }),
});
