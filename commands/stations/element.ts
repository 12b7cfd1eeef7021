import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Chooses the node or layer whose rows the table shows; 0 = the whole. */
export const element = defineScreenCommand({
  id: 'stations.element',
  title: 'command.stations.element',
  icon: 'list',
  permission: 'station:data:view',
  places: ['station', 'table'],
  arguments: Type.Object({ element: screenArgument('argument.element', Type.Integer({ minimum: 0 })) }),
});
