import { Command } from 'cmdk';
import { stationItems } from '../../../src/console/shell/palette/entries.ts';
import type { StationSummary } from '../../../src/contract/sites/stations.ts';

/** The same stations on cmdk's own filter, as its documentation has it. */
export function PlainList({ stations }: { readonly stations: readonly StationSummary[] }) {
  return (
    <Command>
      <Command.Input />
      <Command.List>
        {stationItems(stations).map(({ key, fields }) => (
          <Command.Item key={key} value={key} keywords={fields.map(({ text }) => text)}>
            {fields[0]?.text}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
