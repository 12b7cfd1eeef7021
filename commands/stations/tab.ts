import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';

/** A main tab of the station whose page is open. */
export const tab = defineCommand({
  icon: 'list',
  permission: 'station:data:view',
  places: ['station'],
  when: ({ stations }) => (stations.open === null ? 'command.elsewhere' : true),
  arguments: Type.Object({
    tab: choiceArgument('argument.tab', 'station.tab', [
      'map',
      'latest',
      'overview',
      'curve',
      'analysis',
      'commands',
      'remarks',
    ]),
  }),
  execute({ stations, navigation }, { tab: chosen }) {
    if (stations.open !== null) navigation.open(`/station/${stations.open}/${chosen}`);
  },
});
