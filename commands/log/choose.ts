import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows or hides the details of an error. */
export const choose = defineScreenCommand({
  id: 'log.choose',
  title: 'command.log.choose',
  icon: 'circle-alert',
  places: ['log'],
  arguments: Type.Object({ entry: screenArgument('argument.entry', Type.Number()) }),
});
