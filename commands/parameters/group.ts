import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows another group of parameters of the station on screen, or a part of a long one. */
export const group = defineScreenCommand({
  id: 'parameters.group',
  title: 'command.parameters.group',
  icon: 'list',
  permission: 'device:parameter:view',
  places: ['orders'],
  arguments: Type.Object({
    group: screenArgument('argument.group', Type.String({ maxLength: 40 })),
    section: Type.Optional(Type.String({ maxLength: 40 })),
  }),
});
