import Type from 'typebox';
import { languages } from '../../src/base/messages.ts';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

export const language = defineCommand({
  id: 'preferences.language',
  title: 'command.preferences.language',
  icon: 'languages',
  places: ['header', 'login'],
  arguments: Type.Object({ language: choiceArgument('argument.language', 'language', languages) }),
  execute: ({ preferences }, { language: chosen }) => preferences.setLanguage(chosen),
});
