import Type from 'typebox';
import { defineCommand } from '../../src/command/area.ts';
import { choiceArgument } from '../../src/command/arguments.ts';
import { dataTabs } from '../../src/derive/data-tabs.ts';

/** A data sub-tab of the station whose page is open, with the range that is shown. */
export const page = defineCommand({
  icon: 'table',
  permission: 'station:data:view',
  places: ['station', 'table'],
  when: ({ stations }) => (stations.open === null ? 'command.elsewhere' : true),
  arguments: Type.Object({ page: choiceArgument('argument.page', 'station.data', [...dataTabs, 'newest']) }),
  execute({ stations, navigation }, { page: chosen }) {
    if (stations.open === null) return;
    const query = new URLSearchParams(navigation.address.split('?')[1] ?? '');
    // What is chosen within one sub-tab says nothing to another; the range does.
    const kept = ['range', 'from', 'to'].flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    });
    const next = new URLSearchParams([...(chosen === 'newest' ? [] : [['data', chosen]]), ...kept]);
    const end = next.size === 0 ? '' : `?${next.toString()}`;
    navigation.open(`/station/${stations.open}/latest${end}`);
  },
});
