import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Takes a channel (`row.channel`) of every chosen station into history data, or out of it. */
export const channel = defineScreenCommand({
  id: 'history.channel',
  title: 'command.history.channel',
  icon: 'line-chart',
  permission: 'station:data:view',
  places: ['chart', 'table'],
  arguments: Type.Object({ channel: screenArgument('argument.channel', Type.String({ maxLength: 64 })) }),
});
