import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Goes to a line of the script. */
export const place = defineScreenCommand({
  id: 'scripts.place',
  title: 'command.scripts.place',
  icon: 'locate',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    line: screenArgument('argument.line', Type.Integer({ minimum: 1 })),
    column: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
});
