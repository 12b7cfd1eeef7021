import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows of the log what the script said, what became of the devices, or what went wrong. */
export const filterLog = defineScreenCommand({
  id: 'scripts.filterLog',
  title: 'command.scripts.filterLog',
  icon: 'search',
  places: ['scripts'],
  permission: 'device:workflow:view',
  arguments: Type.Object({
    show: choiceArgument('argument.logShow', 'logShow', ['all', 'script', 'devices', 'trouble']),
  }),
});
