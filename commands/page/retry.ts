import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Asks again for what did not load; one of several, or the latest. */
export const retry = defineScreenCommand({
  id: 'page.retry',
  title: 'command.page.retry',
  icon: 'refresh',
  arguments: Type.Object({ of: ofArgument() }),
});
