import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';

const tabs = ['map', 'latest', 'overview', 'curve', 'analysis', 'commands', 'remarks'] as const;

/** A main tab of the station whose page is open. */
export const tab = defineCommand({
  icon: 'list',
  keys: tabs.map((name, at) => ({ key: String(at + 1), args: { tab: name } })),
  permission: 'station:data:view',
  places: ['station'],
  when: ({ stations }) => (stations.open === null ? 'command.elsewhere' : true),
  arguments: Type.Object({
    tab: choiceArgument('argument.tab', 'station.tab', tabs),
  }),
  execute({ stations, navigation }, { tab: chosen }) {
    if (stations.open !== null) navigation.open(`/station/${stations.open}/${chosen}`);
  },
});
