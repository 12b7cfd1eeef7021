import Type from 'typebox';
import { choiceArgument, screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows the entries of the audit alone that have this; an empty value shows all again. */
export const filter = defineScreenCommand({
  id: 'audit.filter',
  title: 'command.audit.filter',
  icon: 'search',
  places: ['audit'],
  permission: 'system:audit:view',
  arguments: Type.Object({
    field: choiceArgument('argument.field', 'audit.field', [
      'action',
      'result',
      'account',
      'subject',
      'from',
      'to',
    ]),
    value: screenArgument('argument.value', Type.String({ maxLength: 200 })),
  }),
});
