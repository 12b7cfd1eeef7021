import Type from 'typebox';
import { ofArgument, screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes a station into an argument, or out of it. */
export const station = defineScreenCommand({
  id: 'scripts.station',
  script: 'script',
  title: 'command.scripts.station',
  icon: 'map-pin',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({
    of: ofArgument(),
    code: screenArgument('argument.station', Type.String({ maxLength: 120 })),
  }),
});
