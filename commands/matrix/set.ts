import Type from 'typebox';
import { choiceArgument, screenArgument, valueArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Gives one value to the current cell, to its column in the chosen rows, or to all of its column; nothing is sent yet. */
export const set = defineScreenCommand({
  id: 'matrix.set',
  script: 'edits',
  title: 'command.matrix.set',
  icon: 'pencil',
  places: ['matrix'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({
    where: choiceArgument('argument.cells', 'matrix.where', ['cell', 'rows', 'column']),
    value: screenArgument('argument.value', valueArgument()),
    /** The field, where it belongs to one device and is meant for several. */
    named: Type.Optional(Type.String()),
  }),
});
