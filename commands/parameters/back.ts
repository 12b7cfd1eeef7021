import Type from 'typebox';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Back to what is on the device: takes back all changes of the panel, or those of one field. */
export const back = defineScreenCommand({
  id: 'parameters.back',
  title: 'command.parameters.back',
  icon: 'undo',
  places: ['orders'],
  arguments: Type.Object({ field: Type.Optional(Type.String({ maxLength: 60 })) }),
});
