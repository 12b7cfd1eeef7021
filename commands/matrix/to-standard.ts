import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Gives cells the value that the standard set wants; nothing is sent yet. */
export const toStandard = defineScreenCommand({
  id: 'matrix.toStandard',
  script: 'edits',
  title: 'command.matrix.toStandard',
  icon: 'equal-not',
  places: ['matrix'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({
    where: choiceArgument('argument.cells', 'matrix.where', ['selection', 'row', 'column', 'all']),
  }),
});
