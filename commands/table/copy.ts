import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Copies rows of the table on screen as tab-separated values. */
export const copy = defineScreenCommand({
  id: 'table.copy',
  title: 'command.table.copy',
  icon: 'copy',
  places: ['table'],
  arguments: Type.Object({ what: choiceArgument('argument.rows', 'table.rows', ['row', 'all']) }),
});
