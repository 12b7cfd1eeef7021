import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { CommandContext } from '../../../command/context.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import type { Panels } from '../../features/parameters/use-panel.ts';
import { preferences } from '../../state/preferences.ts';
import { useStations } from '../../state/sites/stations.ts';
import { actGroups, alarmActItems } from './alarms/alarm-entries.ts';
import { isDangerousAction } from './danger.ts';
import type { AllWords } from './entries.ts';
import { asksDevice, deviceValues } from './pages/device-values.ts';
import { type FoundValue, findValues, type ValueItem, valueItems } from './pages/pages.ts';
import { askedValues } from './pages/script-pages.ts';
import { useKeptValues } from './pages/use-kept-values.ts';
import type { PalettePage } from './pages/use-pages.ts';
import { type Prefix, prefixes } from './prefix.ts';
import { firstChoice, type Group, type Row, type Searched, search, suggestions } from './results.ts';
import { SearchIndex } from './search/index.ts';

const none: readonly number[] = [];
const noStations: readonly StationSummary[] = [];

/** What can be found, with the ticked stations alone where some are: a page then asks which of them is meant. */
function useAmongTicked(searched: Searched | null, ticked: readonly number[]): Searched | null {
  return useMemo(() => {
    if (searched === null || ticked.length === 0) return searched;
    const entries = searched.stations.entries.filter(({ station }) => ticked.includes(station.id));
    return { ...searched, stations: { entries, index: new SearchIndex(entries) } };
  }, [searched, ticked]);
}

/** Key of the value that is chosen by itself; empty where the best one is a dangerous action of a device. */
function firstValue(page: PalettePage | undefined, found: readonly FoundValue[]): string {
  const key = found[0]?.item.key ?? '';
  return page?.step.ask === 'order' && isDangerousAction(key) ? '' : key;
}

export interface Matches {
  readonly groups: readonly Group[];
  readonly rows: readonly Row[];
  /** Every value that the page could take; null where it asks for none of a list. */
  readonly values: readonly ValueItem[] | null;
  readonly found: readonly FoundValue[] | null;
  /** What is listed is on its way (null = it is there), or why it did not come. */
  readonly wait: { readonly error: unknown } | null;
  /** Key of the row that is chosen by itself; empty where nothing matches, or what matches best is dangerous. */
  readonly top: string;
}

/** What matches the text: rows in groups, or the values of the argument that is asked for. */
export function useMatches(options: {
  readonly searched: Searched | null;
  readonly words: AllWords | null;
  readonly prefix: Prefix | null;
  readonly typed: string;
  readonly page: PalettePage | undefined;
  /** Stations that are ticked, by id. */
  readonly ticked: readonly number[];
  /** Alarms that are ticked, by id. */
  readonly alarms: readonly number[];
  readonly recency: {
    readonly order: readonly string[];
    readonly of: (key: string) => number | undefined;
  };
  /** Of the station that the page is about: its devices. */
  readonly panels: Panels;
  /** The page asks for a value that is typed. */
  readonly typedValue: boolean;
  /** The situation at this paint, and as it is when asked for anew. */
  readonly here: CommandContext;
  readonly now: number;
  readonly context: () => CommandContext;
}): Matches {
  const { words, prefix, typed, page, ticked, recency, here, context, now } = options;
  const hasTicked = ticked.length > 0;
  const { language } = useSnapshot(preferences);
  const { data } = useStations();
  const wantsStations = page?.step.ask === 'station' || page?.step.ask === 'stations';
  const searched = useAmongTicked(options.searched, page?.step.ask === 'station' ? ticked : none);
  const { alarms } = options;
  const isActing = alarms.length > 0 && page === undefined;
  const acts = useMemo(
    () => (words === null || !isActing ? null : alarmActItems(alarms, language, words)),
    [words, isActing, alarms, language],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `here` is read anew with each of these
  const groups = useMemo<readonly Group[]>(() => {
    if (searched === null || prefix === '?') return [];
    if (prefix === null && acts !== null) return actGroups(acts, typed, here);
    const kind = wantsStations ? '@' : prefix;
    return typed === ''
      ? suggestions(searched, kind, here, recency.order, hasTicked)
      : search(searched, kind, typed, here, recency.of, hasTicked);
  }, [searched, prefix, typed, wantsStations, recency, hasTicked, acts]);
  const { panels, typedValue } = options;
  const kept = useKeptValues(page, language, now);
  const asked = page?.script?.asked;
  const stations = asked?.argument.type === 'stations' ? data?.stations : noStations;
  const values = useMemo(() => {
    if (page === undefined || words === null || wantsStations || page.step.ask === 'text' || typedValue)
      return null;
    if (kept !== null) return kept.values;
    if (asked !== undefined) return askedValues(asked, data?.projects ?? [], stations ?? [], language, words);
    return asksDevice(page.step)
      ? deviceValues(page, panels, language, words)
      : valueItems(
          page.entry.command,
          page.step,
          page.args,
          context(),
          data?.projects ?? [],
          language,
          words,
        );
  }, [
    page,
    words,
    wantsStations,
    typedValue,
    kept,
    asked,
    stations,
    panels,
    context,
    data?.projects,
    language,
  ]);
  const index = useMemo(() => (values === null ? null : new SearchIndex(values)), [values]);
  const found = useMemo(
    () => (values === null || index === null ? null : findValues(values, index, typed)),
    [values, index, typed],
  );
  const rows = found === null ? groups.flatMap((group) => group.rows) : [];
  const ofDevice = page !== undefined && asksDevice(page.step) && panels.data === undefined ? panels : null;
  const wait =
    kept !== null && kept.state !== 'there'
      ? { error: kept.error }
      : ofDevice !== null
        ? { error: ofDevice.error }
        : null;
  const top =
    prefix === '?' ? `prefix ${prefixes[0]}` : found === null ? firstChoice(rows) : firstValue(page, found);
  return { groups, rows, values, found, wait, top };
}
