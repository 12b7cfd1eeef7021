import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens a script in the editor. */
export const open = defineScreenCommand({
  id: 'scripts.open',
  title: 'command.scripts.open',
  icon: 'file-code',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    script: screenArgument('argument.script', Type.String({ maxLength: 80 })),
  }),
});
