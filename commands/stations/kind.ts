import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows the stations that have a sensor of one kind (its code), or (null) of any. */
export const kind = defineScreenCommand({
  id: 'stations.kind',
  title: 'command.stations.kind',
  icon: 'cpu',
  permission: 'station:data:view',
  places: ['home', 'map'],
  arguments: Type.Object({
    kind: screenArgument('argument.kind', Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
  }),
});
