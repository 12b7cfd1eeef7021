import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes edits back: those of the chosen cells, or all. */
export const revert = defineScreenCommand({
  id: 'matrix.revert',
  script: 'edits',
  title: 'command.matrix.revert',
  icon: 'undo',
  places: ['matrix'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ where: choiceArgument('argument.cells', 'matrix.where', ['selection', 'all']) }),
});
