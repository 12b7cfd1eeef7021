import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows or hides all that is known of an entry. */
export const choose = defineScreenCommand({
  id: 'audit.choose',
  title: 'command.audit.choose',
  icon: 'info',
  places: ['audit'],
  permission: 'system:audit:view',
  arguments: Type.Object({ entry: screenArgument('argument.entry', Type.Integer({ minimum: 1 })) }),
});
