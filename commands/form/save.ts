import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Sends the form on screen. */
export const save = defineScreenCommand({
  id: 'form.save',
  title: 'command.form.save',
  icon: 'check',
  keys: ['mod+enter'],
  places: ['form'],
  arguments: Type.Object({ of: ofArgument() }),
});
