import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type Language, languages } from '../../../base/messages.ts';
import { hasPermission } from '../../../base/permissions.ts';
import type { MenuEntry } from '../../../contract/company/session.ts';
import { useText } from '../../components/i18n.ts';
import { useOpenAlarms } from '../../state/alarms/alarms.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { session } from '../../state/connection/session.ts';
import { preferences } from '../../state/preferences.ts';
import { useScripts } from '../../state/scripts/scripts.ts';
import { useAlarms, useDeviceNumbers } from '../../state/sites/finder.ts';
import { useStations } from '../../state/sites/stations.ts';
import { registry } from '../running/context.ts';
import { loadWords } from '../words.ts';
import { openAlarmItems } from './alarms/alarm-entries.ts';
import { type AllWords, alarmItems, commandItems, deviceItems, parameterItems } from './entries.ts';
import type { Searched } from './results.ts';
import { scriptEntries } from './script-entries.ts';
import { SearchIndex } from './search/index.ts';
import { stationSearch } from './station-search.ts';

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

/**
 * Everything that can be found, with its indexes; the stations' entries carry their live values.
 * @param wantsAlarms open alarms are looked for: they change often, and are only then listed
 */
export function useSearched(words: AllWords | null, wantsAlarms: boolean): Searched | null {
  const { language } = useSnapshot(preferences);
  const { menus, permissions } = useSnapshot(session);
  const { data } = useStations();
  const stations = data?.stations;
  const found = useMemo(() => stationSearch(stations ?? []), [stations]);
  const { index } = found;
  const fixed = useMemo(() => {
    if (words === null) return null;
    const commands = commandItems(registry.all, menus as readonly MenuEntry[], language, words);
    const parameters = parameterItems(language, words);
    return {
      commands: { entries: commands, index: new SearchIndex(commands) },
      parameters: { entries: parameters, index: new SearchIndex(parameters) },
    };
  }, [words, menus, language]);
  const permitted = hasPermission(permissions, 'device:workflow:run');
  const { data: listed } = useScripts(permitted);
  const scripts = useMemo(() => {
    const entries = scriptEntries(permitted ? listed : undefined, language);
    return { entries, index: new SearchIndex(entries) };
  }, [listed, permitted, language]);
  const devices = useDeviceNumbers();
  const alarms = useAlarms();
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the stations only the names are in it, as in the index
  const numbered = useMemo(() => {
    if (words === null) return null;
    const numbers = deviceItems(devices, stations ?? []);
    const alarmed = alarmItems(alarms, stations ?? [], language, words);
    return {
      devices: { entries: numbers, index: new SearchIndex(numbers) },
      alarms: { entries: alarmed, index: new SearchIndex(alarmed) },
    };
  }, [devices, alarms, index, language, words]);
  const text = useText();
  const level = useLevelWord(text);
  const { data: known } = useOpenAlarms(hasPermission(permissions, 'alarm:event:view'));
  const openAlarms = useMemo(() => {
    const entries =
      words === null || !wantsAlarms ? [] : openAlarmItems(known?.alarms ?? [], text, language, words, level);
    return { entries, index: new SearchIndex(entries) };
  }, [known, wantsAlarms, text, language, words, level]);
  return useMemo(
    () =>
      fixed === null || numbered === null
        ? null
        : { ...fixed, ...numbered, openAlarms, scripts, stations: found },
    [fixed, numbered, openAlarms, scripts, found],
  );
}
