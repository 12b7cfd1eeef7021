import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Sends the order that is asked about on screen. */
export const confirm = defineScreenCommand({
  id: 'commands.confirm',
  title: 'command.commands.confirm',
  icon: 'lock',
  places: ['dialog'],
  arguments: Type.Object({ of: ofArgument() }),
});
