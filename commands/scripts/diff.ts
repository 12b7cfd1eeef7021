import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows what is different between a version and the text on screen; the same again ends that. */
export const diff = defineScreenCommand({
  id: 'scripts.diff',
  title: 'command.scripts.diff',
  icon: 'equal-not',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    version: screenArgument('argument.version', Type.Integer({ minimum: 1 })),
  }),
});
