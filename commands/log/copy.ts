import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Copies what the log shows. */
export const copy = defineScreenCommand({
  id: 'log.copy',
  title: 'command.log.copy',
  icon: 'copy',
  places: ['log'],
  arguments: Type.Object({ format: choiceArgument('argument.format', 'log.format', ['tsv', 'json']) }),
});
