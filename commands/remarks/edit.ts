import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Changes a remark of one's own; without a text it opens or closes the form that does. */
export const edit = defineScreenCommand({
  id: 'remarks.edit',
  script: 'given',
  title: 'command.remarks.edit',
  icon: 'pencil',
  places: ['station'],
  permission: 'station:remark:edit',
  arguments: Type.Object({
    remark: screenArgument('argument.remark', Type.Integer({ minimum: 1 })),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    at: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
});
