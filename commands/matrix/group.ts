import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows another group of parameters: that of the RTUs, or one of a sensor kind. */
export const group = defineScreenCommand({
  id: 'matrix.group',
  title: 'command.matrix.group',
  icon: 'sliders',
  places: ['matrix'],
  permission: 'device:parameter:view',
  arguments: Type.Object({ sheet: screenArgument('argument.group', Type.String({ maxLength: 30 })) }),
});
