import Type from 'typebox';
import { choiceArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows or hides one kind of marks over the curve. */
export const marks = defineScreenCommand({
  id: 'chart.marks',
  title: 'command.chart.marks',
  icon: 'message',
  permission: 'station:data:view',
  places: ['chart'],
  arguments: Type.Object({ kind: choiceArgument('argument.markKind', 'mark', ['remark', 'set', 'command']) }),
});
