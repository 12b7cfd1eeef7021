import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Deletes a remark, after a question. */
export const deleteRemark = defineScreenCommand({
  id: 'remarks.delete',
  script: 'given',
  title: 'command.remarks.delete',
  icon: 'trash',
  places: ['station'],
  permission: ['station:remark:edit', 'station:remark:delete'],
  arguments: Type.Object({ remark: screenArgument('argument.remark', Type.Integer({ minimum: 1 })) }),
});
