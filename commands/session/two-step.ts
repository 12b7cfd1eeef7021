import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Sets up, proves or turns off the second step of the own login. */
export const twoStep = defineScreenCommand({
  id: 'session.twoStep',
  title: 'command.session.twoStep',
  icon: 'lock',
  places: ['form'],
  arguments: Type.Object({ of: ofArgument() }),
});
