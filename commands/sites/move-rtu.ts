import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Moves the RTU of the chosen station to the one named in the form. */
export const moveRtu = defineScreenCommand({
  id: 'sites.moveRtu',
  title: 'command.sites.moveRtu',
  icon: 'cpu',
  places: ['sites'],
  permission: 'device:site:edit',
  arguments: Type.Object({ of: ofArgument() }),
});
