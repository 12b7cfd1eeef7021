import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Order of the list of stations. */
export const sort = defineScreenCommand({
  id: 'stations.sort',
  title: 'command.stations.sort',
  icon: 'sort',
  permission: 'station:data:view',
  places: ['home'],
  arguments: Type.Object({ by: choiceArgument('argument.sort', 'home.sort', ['worst', 'name', 'contact']) }),
});
