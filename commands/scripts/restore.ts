import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Puts the text of a version into the editor; it is kept when it is saved. */
export const restore = defineScreenCommand({
  id: 'scripts.restore',
  title: 'command.scripts.restore',
  icon: 'archive-restore',
  places: ['scripts'],
  permission: 'device:script:edit',
  arguments: Type.Object({
    version: screenArgument('argument.version', Type.Integer({ minimum: 1 })),
  }),
});
