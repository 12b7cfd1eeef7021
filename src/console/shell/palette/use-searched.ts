import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type Language, languages } from '../../../base/messages.ts';
import type { MenuEntry } from '../../../contract/session.ts';
import { useAlarms, useDeviceNumbers } from '../../state/finder.ts';
import { preferences } from '../../state/preferences.ts';
import { session } from '../../state/session.ts';
import { type StationSummary, useStations } from '../../state/stations.ts';
import { registry } from '../context.ts';
import { loadWords } from '../words.ts';
import {
  type AllWords,
  alarmItems,
  commandItems,
  deviceItems,
  parameterItems,
  stationItems,
} from './entries.ts';
import type { Searched } from './results.ts';
import { SearchIndex } from './search/index.ts';

/** What of a station is searched: while it stays the same, live values do not build the index anew. */
const named = (station: StationSummary) =>
  `${station.id}|${station.code}|${station.name}|${station.sn}|${station.reading}`;

async function loadAllWords(): Promise<AllWords> {
  const all = await Promise.all(languages.map((language) => loadWords(language)));
  return Object.fromEntries(languages.map((language, at) => [language, all[at] ?? {}])) as Record<
    Language,
    Readonly<Record<string, string>>
  >;
}

/** Words of all three languages; null until they have come. */
export function useAllWords(): AllWords | null {
  const [words, setWords] = useState<AllWords | null>(null);
  useEffect(() => {
    let wanted = true;
    loadAllWords().then(
      (all) => wanted && setWords(all),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return words;
}

/** Everything that can be found, with its indexes; the stations' entries carry their live values. */
export function useSearched(words: AllWords | null): Searched | null {
  const { language } = useSnapshot(preferences);
  const { menus } = useSnapshot(session);
  const { data } = useStations();
  const stations = data?.stations;
  const names = stations?.map(named).join('\n') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say when the index is another
  const stationIndex = useMemo(() => new SearchIndex(stationItems(stations ?? [])), [names]);
  const stationEntries = useMemo(() => stationItems(stations ?? []), [stations]);
  const fixed = useMemo(() => {
    if (words === null) return null;
    const commands = commandItems(registry.all, menus as readonly MenuEntry[], language, words);
    const parameters = parameterItems(language, words);
    return {
      commands: { entries: commands, index: new SearchIndex(commands) },
      parameters: { entries: parameters, index: new SearchIndex(parameters) },
    };
  }, [words, menus, language]);
  const devices = useDeviceNumbers();
  const alarms = useAlarms();
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the stations only the names are in it
  const found = useMemo(() => {
    if (words === null) return null;
    const numbers = deviceItems(devices, stations ?? []);
    const alarmed = alarmItems(alarms, stations ?? [], language, words);
    return {
      devices: { entries: numbers, index: new SearchIndex(numbers) },
      alarms: { entries: alarmed, index: new SearchIndex(alarmed) },
    };
  }, [devices, alarms, names, language, words]);
  return useMemo(
    () =>
      fixed === null || found === null
        ? null
        : { ...fixed, ...found, stations: { entries: stationEntries, index: stationIndex } },
    [fixed, found, stationEntries, stationIndex],
  );
}
