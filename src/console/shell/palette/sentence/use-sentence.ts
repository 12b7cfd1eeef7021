import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { hasPermission } from '../../../../base/permissions.ts';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { useOpenAlarms } from '../../../state/alarms/alarms.ts';
import { session } from '../../../state/connection/session.ts';
import type { AllWords } from '../entries.ts';
import type { Prefix } from '../prefix.ts';
import type { Searched } from '../results.ts';
import { alarmLine } from './AlarmSentenceView.tsx';
import { type AlarmSentence, parseAlarmSentence } from './alarm-sentence.ts';
import { type CommandSentence, parseCommandSentence } from './command-sentence.ts';
import type { NamedStation } from './named.ts';
import { parseSentence, type Sentence } from './parse.ts';
import { commandLine, type Lines, useLines } from './use-lines.ts';

/** What was typed as a sentence: one of the three kinds, or one whose station has to be said first. */
export interface Spoken {
  readonly ofAlarms: AlarmSentence | null;
  readonly ofSet: Sentence | null;
  readonly ofCommand: CommandSentence | null;
  /** The station that is named is none, or can be several: nothing else is offered. */
  readonly unclear: NamedStation | null;
  readonly lines: Lines;
  /** Key of the row that is chosen by itself; empty where none is. */
  readonly first: string;
}

/** True when a command is called so: "change password" is one, though it begins like a sentence. */
function isCommand(text: string, { commands }: Searched): boolean {
  const [hit] = commands.index.search(text, { limit: 1 }).hits;
  return hit?.rank === 'exact' || hit?.rank === 'prefix' || hit?.rank === 'wordStart';
}

/**
 * Reads what was typed as a sentence; null where it is none. It may begin with its station, which in Japanese it does.
 * @param meant the station that is ticked, or else the one on screen; null = none, or several are ticked
 * @param isPage the palette asks for something: what is typed is no sentence
 */
export function useSpoken(
  searched: Searched | null,
  words: AllWords | null,
  prefix: Prefix | null,
  query: string,
  meant: StationSummary | null,
  isPage: boolean,
): Spoken | null {
  const { permissions } = useSnapshot(session);
  const { data } = useOpenAlarms(hasPermission(permissions, 'alarm:event:view'));
  const read = useMemo(() => {
    if (searched === null || words === null || isPage || (prefix !== null && prefix !== '@')) return null;
    const text = `${prefix ?? ''}${query}`;
    const { stations, parameters, commands } = searched;
    const ofAlarms = parseAlarmSentence(text, stations, data?.alarms ?? []);
    const set = ofAlarms !== null ? null : parseSentence(text, stations, parameters, words, meant);
    const ofSet = set?.stationText === '' && isCommand(text, searched) ? null : set;
    const ofCommand =
      ofAlarms !== null || ofSet !== null ? null : parseCommandSentence(text, stations, commands, words);
    if (ofAlarms === null && ofSet === null && ofCommand === null) return null;
    return { ofAlarms, ofSet, ofCommand, unclear: ofSet?.unclear ?? ofCommand?.unclear ?? null };
  }, [searched, words, prefix, query, meant, isPage, data]);
  const lines = useLines(read?.ofSet ?? null);
  if (read === null) return null;
  const { ofAlarms, ofCommand, unclear } = read;
  const ofRow = ofCommand === null ? lines.first : ofCommand.isChosen ? commandLine(0) : '';
  return { ...read, lines, first: unclear !== null ? '' : ofAlarms !== null ? alarmLine : ofRow };
}
