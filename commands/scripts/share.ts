import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Lets others of the company read and run the script, or no longer. */
export const share = defineScreenCommand({
  id: 'scripts.share',
  title: 'command.scripts.share',
  icon: 'user',
  places: ['scripts'],
  permission: 'device:script:share',
  arguments: Type.Object({
    share: choiceArgument('argument.share', 'scriptShare', ['private', 'company']),
  }),
});
