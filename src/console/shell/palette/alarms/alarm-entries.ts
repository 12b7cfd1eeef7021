/** Open alarms as the palette lists them, and what can be done to those that are ticked. */
import {
  type AlarmActWord,
  alarmActs,
  alarms as alarmCommands,
} from '../../../../../commands/alarms/index.ts';
import type { Language, MessageId } from '../../../../base/messages.ts';
import { callOf } from '../../../../command/command.ts';
import type { CommandContext } from '../../../../command/context.ts';
import type { AlarmView } from '../../../../contract/alarms/alarms.ts';
import { alarmText } from '../../../../derive/alarm-text.ts';
import { levelMessage } from '../../../../derive/level-word.ts';
import type { Text } from '../../../components/i18n.ts';
import type { LevelWord } from '../../../state/alarms/level-words.ts';
import { compareAlarms, shownRank } from '../../../state/alarms/order.ts';
import { type AllWords, type CommandEntry, type OpenAlarmEntry, rowKey, wordFields } from '../entries.ts';
import { availability, type Group, type Row, type Searchable } from '../results.ts';
import { SearchIndex } from '../search/index.ts';

/** What is open, the worst first, by station, what it says, its rule and its level: in all languages, and as it is named. */
export function openAlarmItems(
  alarms: readonly AlarmView[],
  text: Text,
  language: Language,
  words: AllWords,
  level: LevelWord,
): readonly OpenAlarmEntry[] {
  const levels = new Map<number, ReturnType<typeof wordFields>>();
  const levelFields = (rank: number) => {
    const known = levels.get(rank) ?? wordFields([levelMessage('cn', rank)], language, words);
    levels.set(rank, known);
    return known.map(({ kind, text: word }) => ({
      kind: kind === 'title' ? ('alias' as const) : kind,
      text: word,
    }));
  };
  return alarms
    .filter(({ closed }) => closed === null)
    .toSorted(compareAlarms)
    .map((alarm) => ({
      type: 'openAlarm',
      key: `openAlarm ${alarm.id}`,
      icon: 'bell',
      alarm,
      fields: [
        { kind: 'title', text: `${alarm.stationCode} ${alarm.stationName} · ${alarmText(alarm, text)}` },
        { kind: 'code', text: alarm.stationCode },
        { kind: 'alias', text: alarm.facts.ruleName },
        ...levelFields(shownRank(alarm)),
        { kind: 'alias', text: level(shownRank(alarm), alarm) },
      ],
    }));
}

/** Rows that do something to the alarms that are ticked. */
export function alarmActItems(
  alarmIds: readonly number[],
  language: Language,
  words: AllWords,
): Searchable<CommandEntry> {
  const title = (act: AlarmActWord) => `command.alarms.${act}` as MessageId;
  const entries = alarmActs.map((act): CommandEntry => {
    const call = callOf(alarmCommands.answer, { act, alarmIds: [...alarmIds] });
    const icon = alarmCommands[act].icon ?? 'bell';
    return {
      type: 'command',
      key: rowKey(call),
      icon,
      ...call,
      fields: wordFields([title(act)], language, words),
    };
  });
  return { entries, index: new SearchIndex(entries) };
}

/** The same as the one group of the list. */
export function actGroups(
  { entries, index }: Searchable<CommandEntry>,
  typed: string,
  context: CommandContext,
): readonly Group[] {
  const rowOf = (entry: CommandEntry, hit: Row['hit']): Row => ({
    entry,
    hit,
    available: availability(entry, context),
  });
  const rows =
    typed === ''
      ? entries.map((entry) => rowOf(entry, null))
      : index.search(typed, { limit: entries.length }).hits.flatMap((hit) => {
          const entry = entries[hit.index];
          return entry === undefined ? [] : [rowOf(entry, hit)];
        });
  return rows.length === 0 ? [] : [{ key: 'acts', rows, total: rows.length }];
}
