import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows errors, warnings, or everything. */
export const severity = defineScreenCommand({
  id: 'log.severity',
  title: 'command.log.severity',
  icon: 'warning',
  places: ['log'],
  arguments: Type.Object({
    severity: choiceArgument('argument.severity', 'log.severity', ['all', 'error', 'warning']),
  }),
});
