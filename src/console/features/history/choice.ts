/** What the page of history data shows, as its address keeps it. */
export interface HistoryChoice {
  /** In the order in which they were chosen; null = the address names none, the first station stands in. */
  readonly stations: readonly number[] | null;
  /** `row.channel` of the catalogue; null = the main channels of the stations. */
  readonly channels: readonly string[] | null;
  /** Keys of lines that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  readonly view: HistoryView;
}
export const historyViews = ['curve', 'table', 'both'] as const;
export type HistoryView = (typeof historyViews)[number];

const listOf = (text: string) => [...new Set(text.split(',').filter((entry) => entry !== ''))];

/** Reads it out of a query. `station=1` of older addresses, and channels with their source, are understood. */
export function choiceOf(query: URLSearchParams): HistoryChoice {
  const stations = query.get('stations') ?? query.get('station');
  const channels = query.get('channels');
  return {
    stations:
      stations === null
        ? null
        : listOf(stations)
            .map(Number)
            .filter((id) => Number.isInteger(id) && id > 0),
    channels:
      channels === null
        ? null
        : [...new Set(listOf(channels).map((key) => /^\d+\.(\w+\.\w+)/.exec(key)?.[1] ?? key))],
    hidden: new Set(listOf(query.get('hidden') ?? '')),
    view: historyViews.find((view) => view === query.get('view')) ?? 'curve',
  };
}

/** Puts changed parts of it into a query, beside what is there. */
export function withChoice(query: URLSearchParams, change: Partial<HistoryChoice>): URLSearchParams {
  const next = new URLSearchParams(query);
  if (change.stations !== undefined) {
    next.delete('station');
    if (change.stations === null) next.delete('stations');
    else next.set('stations', change.stations.join());
  }
  if (change.channels !== undefined) {
    if (change.channels === null) next.delete('channels');
    else next.set('channels', change.channels.join());
  }
  if (change.hidden !== undefined) {
    if (change.hidden.size === 0) next.delete('hidden');
    else next.set('hidden', [...change.hidden].join());
  }
  if (change.view !== undefined) next.set('view', change.view);
  return next;
}

/** A list with an entry more, or without the one it has. */
export function toggled<T>(list: readonly T[], entry: T): readonly T[] {
  return list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry];
}
