import Type from 'typebox';
import { languages } from '../../src/base/messages.ts';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';

export const language = defineCommand({
  icon: 'languages',
  places: ['header', 'login'],
  arguments: Type.Object({ language: choiceArgument('argument.language', 'language', languages) }),
  isOn: ({ preferences }, { language: chosen }) => preferences.language === chosen,
  execute: ({ preferences }, { language: chosen }) => preferences.setLanguage(chosen),
});
