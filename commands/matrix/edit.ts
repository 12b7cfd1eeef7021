import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Opens the editor of the current cell, or asks for one value for its column. */
export const edit = defineScreenCommand({
  id: 'matrix.edit',
  script: 'edits',
  title: 'command.matrix.edit',
  icon: 'pencil',
  places: ['matrix'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({
    where: choiceArgument('argument.cells', 'matrix.where', ['cell', 'rows', 'column']),
  }),
});
