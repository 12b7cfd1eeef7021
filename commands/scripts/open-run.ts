import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens a run with its log, its results and its plan. */
export const openRun = defineScreenCommand({
  id: 'scripts.openRun',
  title: 'command.scripts.openRun',
  icon: 'history',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    run: screenArgument('argument.run', Type.String({ maxLength: 26 })),
  }),
});
