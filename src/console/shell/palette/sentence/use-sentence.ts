import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { hasPermission } from '../../../../base/permissions.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useOpenAlarms } from '../../../state/alarms/alarms.ts';
import { session } from '../../../state/connection/session.ts';
import type { AllWords } from '../entries.ts';
import type { Prefix } from '../prefix.ts';
import type { Searched } from '../results.ts';
import { type AlarmSentence, parseAlarmSentence } from './alarm-sentence.ts';
import { parseSentence, type Sentence } from './parse.ts';

/** True when a command is called so: "change password" is one, though it begins like a sentence. */
function isCommand(text: string, { commands }: Searched): boolean {
  const [hit] = commands.index.search(text, { limit: 1 }).hits;
  return hit?.rank === 'exact' || hit?.rank === 'prefix' || hit?.rank === 'wordStart';
}

/** What was typed as a sentence about alarms; null where it is none. It may begin with its station. */
export function useAlarmSentence(
  searched: Searched | null,
  prefix: Prefix | null,
  query: string,
): AlarmSentence | null {
  const { permissions } = useSnapshot(session);
  const { data } = useOpenAlarms(hasPermission(permissions, 'alarm:event:view'));
  return useMemo(() => {
    if (searched === null || (prefix !== null && prefix !== '@')) return null;
    return parseAlarmSentence(`${prefix ?? ''}${query}`, searched.stations, data?.alarms ?? []);
  }, [searched, prefix, query, data]);
}

/**
 * What was typed as a sentence; null where it is none. It may begin with its station, which in Japanese it does.
 * @param station the one on screen
 */
export function useSentence(
  searched: Searched | null,
  words: AllWords | null,
  prefix: Prefix | null,
  query: string,
  station: StationSummary | null,
): Sentence | null {
  return useMemo(() => {
    if (searched === null || words === null) return null;
    if (prefix !== null && !(prefix === '@' && /\S\s/.test(query))) return null;
    const text = `${prefix ?? ''}${query}`;
    const sentence = parseSentence(text, searched.stations, searched.parameters, words, station);
    return sentence?.stationText === '' && isCommand(text, searched) ? null : sentence;
  }, [searched, words, prefix, query, station]);
}
