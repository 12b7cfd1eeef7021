import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes an RTU off the list of those that wait. */
export const dismiss = defineScreenCommand({
  id: 'sites.dismiss',
  title: 'command.sites.dismiss',
  icon: 'x',
  places: ['sites'],
  permission: 'device:site:edit',
  arguments: Type.Object({ sn: screenArgument('argument.rtu', Type.String()) }),
});
