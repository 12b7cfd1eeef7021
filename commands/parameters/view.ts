import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** What the command control of the open station shows: parameters, commands, changes. */
export const view = defineScreenCommand({
  id: 'parameters.view',
  title: 'command.parameters.view',
  icon: 'list',
  permission: 'device:parameter:view',
  places: ['orders'],
  arguments: Type.Object({
    view: choiceArgument('argument.view', 'parameters.view', ['parameters', 'commands', 'changes']),
  }),
});
