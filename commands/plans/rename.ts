import Type from 'typebox';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Names the draft on screen; without a title it opens or closes the field that does. */
export const rename = defineScreenCommand({
  id: 'plans.rename',
  script: 'plan',
  title: 'command.plans.rename',
  icon: 'pencil',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ title: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })) }),
});
