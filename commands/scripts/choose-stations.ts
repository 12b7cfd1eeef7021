import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens and closes the choice of stations of an argument. */
export const chooseStations = defineScreenCommand({
  id: 'scripts.chooseStations',
  script: 'script',
  title: 'command.scripts.chooseStations',
  icon: 'map-pin',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({
    of: ofArgument(),
  }),
});
