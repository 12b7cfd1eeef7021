import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Marks a remark out, among the remarks or on the curve; the same again ends that. */
export const choose = defineScreenCommand({
  id: 'remarks.choose',
  title: 'command.remarks.choose',
  icon: 'message',
  places: ['station', 'chart'],
  permission: 'station:data:view',
  arguments: Type.Object({ remark: screenArgument('argument.remark', Type.Integer({ minimum: 1 })) }),
});
