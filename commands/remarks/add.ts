import Type from 'typebox';
import { textArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Keeps a remark on the station whose remarks are open; of this moment unless another one (UTC ms) is named. */
export const add = defineScreenCommand({
  id: 'remarks.add',
  script: 'given',
  title: 'command.remarks.add',
  icon: 'message',
  places: ['station'],
  permission: 'station:remark:edit',
  arguments: Type.Object({
    text: textArgument('argument.remarkText', { maxLength: 2000 }),
    at: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
});
