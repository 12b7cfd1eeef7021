import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks for the password and takes an import of the shown station back. */
export const undoImport = defineScreenCommand({
  id: 'sites.undoImport',
  title: 'command.sites.undoImport',
  icon: 'undo',
  places: ['sites'],
  permission: 'device:site:edit',
  arguments: Type.Object({ run: screenArgument('argument.importRun', Type.Integer()) }),
});
