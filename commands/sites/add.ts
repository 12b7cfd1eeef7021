import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Begins a new company, project, station or sensor below what is chosen. */
export const add = defineScreenCommand({
  id: 'sites.add',
  title: 'command.sites.add',
  icon: 'plus',
  places: ['sites'],
  permission: 'device:site:edit',
  arguments: Type.Object({
    what: choiceArgument('argument.what', 'sites.new', ['company', 'project', 'station', 'sensor']),
  }),
});
