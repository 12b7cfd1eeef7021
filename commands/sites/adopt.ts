import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Goes to a station to let in an RTU that waits. */
export const adopt = defineScreenCommand({
  id: 'sites.adopt',
  title: 'command.sites.adopt',
  icon: 'cpu',
  places: ['sites'],
  permission: 'device:site:edit',
  arguments: Type.Object({
    sn: screenArgument('argument.rtu', Type.String()),
    stationId: screenArgument('argument.station', Type.Integer({ minimum: 1 })),
  }),
});
