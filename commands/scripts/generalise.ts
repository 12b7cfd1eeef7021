import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Has a recorded script go over the stations it was recorded at, or over all that are like them. */
export const generalise = defineScreenCommand({
  id: 'scripts.generalise',
  script: 'script',
  title: 'command.scripts.generalise',
  icon: 'expand',
  places: ['scripts'],
  permission: 'device:workflow:run',
  arguments: Type.Object({
    over: choiceArgument('argument.generalise', 'generalise', ['these', 'project', 'everywhere', 'list']),
  }),
});
