import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Saves what the log shows as a file. */
export const exportLog = defineScreenCommand({
  id: 'log.export',
  title: 'command.log.export',
  icon: 'download',
  places: ['log'],
  arguments: Type.Object({ format: choiceArgument('argument.format', 'log.format', ['tsv', 'json']) }),
});
