import type { StationSummary } from '../../../contract/sites/stations.ts';
import { type StationEntry, stationItems } from './entries.ts';
import type { Searchable } from './results.ts';
import { SearchIndex } from './search/index.ts';

/** What of a station is searched: while it stays the same, live values do not build the index anew. */
const named = ({ id, code, name, sn, reading }: StationSummary) => `${id}|${code}|${name}|${sn}|${reading}`;

let last: Searchable<StationEntry> = { entries: [], index: new SearchIndex([]) };

/** Stations as they are found. What of the last call still holds is taken again: entries one by one, the index whole. */
export function stationSearch(stations: readonly StationSummary[]): Searchable<StationEntry> {
  const before = last.entries;
  let same = before.length === stations.length;
  const entries = stations.flatMap((station, at) => {
    const known = before[at];
    if (known?.station === station) return known;
    if (known === undefined || named(known.station) !== named(station)) same = false;
    return stationItems([station]);
  });
  last = { entries, index: same ? last.index : new SearchIndex(entries) };
  return last;
}
