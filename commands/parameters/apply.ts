import Type from 'typebox';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Sets what was changed in the panel on screen. `alone`: only what may cut the device off, which goes by itself. */
export const apply = defineScreenCommand({
  id: 'parameters.apply',
  script: 'given',
  title: 'command.parameters.apply',
  icon: 'lock',
  permission: 'device:parameter:edit',
  places: ['orders'],
  arguments: Type.Object({ alone: Type.Optional(Type.Boolean()) }),
});
