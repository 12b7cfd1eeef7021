/**
 * Reads a typed sentence about alarms, in any of the three languages: `ack @YN-0123 rain began`, `shelve @YN-0123 for 2h
 * grouting`, `comment @YN-0123 team called`. Pure.
 */
import type { AlarmView } from '../../../../contract/alarms/alarms.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { shelfBound } from '../../../features/alarms/dialogs/shelf-times.ts';
import { canDo } from '../../../features/alarms/view.ts';
import { compareAlarms } from '../../../state/alarms/order.ts';
import type { StationEntry } from '../entries.ts';
import type { Searchable } from '../results.ts';
import { readNumber } from './value.ts';

export type SpokenAct = 'acknowledge' | 'shelve' | 'comment';
/** Why the sentence does nothing. */
export type AlarmSentenceProblem =
  /** Nothing stands behind the @. */
  | { readonly type: 'noStation' }
  | { readonly type: 'unknownStation'; readonly named: string }
  /** `codes`: of the first that it can mean; `total`: of all. */
  | {
      readonly type: 'ambiguous';
      readonly named: string;
      readonly codes: readonly string[];
      readonly total: number;
    }
  | { readonly type: 'noAlarm'; readonly act: SpokenAct; readonly open: number }
  | { readonly type: 'badSpan'; readonly said: string }
  | { readonly type: 'tooLong'; readonly rank: number; readonly longest: number };

export interface AlarmSentence {
  /** The word that began (in Japanese ended) it, as typed. */
  readonly verb: string;
  readonly act: SpokenAct;
  readonly stationText: string;
  readonly station: StationSummary | null;
  /** Those that it is done to, the worst first. */
  readonly alarms: readonly AlarmView[];
  /** Note, or reason of the shelf; '' = none. */
  readonly note: string;
  /** How long it is shelved, ms; null = asked for. */
  readonly span: number | null;
  readonly problem: AlarmSentenceProblem | null;
}

const verbs: Readonly<Record<SpokenAct, readonly string[]>> = {
  acknowledge: ['acknowledge', 'ack', '确认', '確認'],
  shelve: ['shelve', '暂挂', '搁置', '一時保留', '保留'],
  comment: ['comment', 'note', '备注', '批注', 'コメント'],
};
const named = /[@＠](?:([\w-]+)(?=[のをは的])|([^\s@＠を]*))/;
/** What stands between station and verb and says nothing. */
const filler =
  /^[\s:：,，、。]*(?:[の的]\s*)?(?:(?:警報|报警|告警)(?=\s*(?:を|$))|alarms?\s*$)?\s*を?\s*(?:する|します)?[\s:：,，、。]*/iu;
const mostNamed = 5;

interface Cut {
  readonly act: SpokenAct;
  readonly verb: string;
  readonly rest: string;
}

/** The verb and what it leaves; null where there is none. A verb in Latin letters is a word of its own. */
function cutVerb(text: string): Cut | null {
  const trimmed = text.trim();
  const lower = trimmed.toLowerCase();
  for (const act of Object.keys(verbs) as SpokenAct[])
    for (const verb of verbs[act]) {
      const latin = /^[a-z]/.test(verb);
      const after = trimmed.slice(verb.length);
      if (lower.startsWith(verb) && (!latin || /^[\s@＠]/.test(after)))
        return { act, verb: trimmed.slice(0, verb.length), rest: after };
      // In Japanese it stands behind the station: @YN-0123 を確認, @YN-0123 を2時間保留 掘削.
      const [, before = '', behind = ''] =
        latin || !/^[@＠]/.test(trimmed)
          ? []
          : (new RegExp(`^([@＠].*?)${verb}(.*)$`, 'su').exec(trimmed) ?? []);
      if (before !== '') return { act, verb, rest: `${before} ${behind}` };
    }
  return null;
}

/** The station that is meant; several where the text is not the number or name of one. */
function findStations(
  text: string,
  { entries, index }: Searchable<StationEntry>,
): { readonly found: readonly StationSummary[]; readonly total: number } {
  const { hits, total } = index.search(text, { limit: 50 });
  const stationsOf = (some: typeof hits) =>
    some.flatMap(({ index: at }) => {
      const station = entries[at]?.station;
      return station === undefined ? [] : [station];
    });
  const exact = hits.filter(({ rank }) => rank === 'exact');
  if (exact.length > 0) return { found: stationsOf(exact), total: exact.length };
  // Slips and scattered letters are no way to name what is acted on.
  const firm = hits.filter(({ rank }) => rank !== 'typo' && rank !== 'subsequence');
  return { found: stationsOf(firm), total: firm.length < hits.length ? firm.length : total };
}

const unit = 'minutes?|mins?|hours?|hrs?|days?|min|m|h|d|分钟|分間|分|小时|時間|天|日間|日';
const spanStart = new RegExp(
  `^(?:for\\s+)?(\\d+(?:\\.\\d+)?)\\s*(${unit})(?![a-z\\p{Script=Han}])(?:\\s*間)?[\\s,，、:：]*`,
  'iu',
);
const short: Readonly<Record<string, string>> = { 分間: '分', 日間: '日' };

/** Seconds of a written length of time. */
function spanOf(digits: string, written: string): number | null {
  const latin = /^[a-z]/i.test(written) ? written.charAt(0).toLowerCase() : (short[written] ?? written);
  return readNumber(`${digits}${latin}`, 's');
}

/** A shelf's length and reason. `problem`: it begins like a length of time, and is none. */
function readShelf(text: string): {
  readonly span: number | null;
  readonly note: string;
  readonly problem: AlarmSentenceProblem | null;
} {
  const [whole = '', digits = '', written = ''] = spanStart.exec(text) ?? [];
  const seconds = digits === '' ? null : spanOf(digits, written);
  if (seconds !== null && seconds >= 60)
    return { span: Math.round(seconds * 1000), note: text.slice(whole.length).trim(), problem: null };
  if (digits !== '' || /^(?:for\b|\d)/i.test(text))
    return {
      span: null,
      note: '',
      problem: { type: 'badSpan', said: text.replace(/^for\s*/i, '').split(/\s/)[0] ?? '' },
    };
  return { span: null, note: text, problem: null };
}

/** Reads a sentence; null when it has no verb of alarms or names no station. `alarms`: all that the console knows. */
export function parseAlarmSentence(
  text: string,
  stations: Searchable<StationEntry>,
  alarms: readonly AlarmView[],
): AlarmSentence | null {
  const cut = cutVerb(text);
  const place = cut === null ? null : named.exec(cut.rest);
  if (cut === null || place === null) return null;
  const { act, verb } = cut;
  const stationText = place[1] ?? place[2] ?? '';
  const said = `${cut.rest.slice(0, place.index)} ${cut.rest.slice(place.index + place[0].length)}`
    .replace(filler, '')
    .trim();
  const shelf = act === 'shelve' ? readShelf(said) : { span: null, note: said, problem: null };
  const { found, total } = stationText === '' ? { found: [], total: 0 } : findStations(stationText, stations);
  const [station] = found;
  const common = { verb, act, stationText, note: shelf.note, span: shelf.span };
  const not = (problem: AlarmSentenceProblem, of: StationSummary | null = null): AlarmSentence => ({
    ...common,
    station: of,
    alarms: [],
    problem,
  });
  if (stationText === '') return not({ type: 'noStation' });
  if (station === undefined) return not({ type: 'unknownStation', named: stationText });
  if (found.length > 1)
    return not({
      type: 'ambiguous',
      named: stationText,
      codes: found.slice(0, mostNamed).map(({ code }) => code),
      total,
    });
  const open = alarms.filter(({ stationId, closed }) => stationId === station.id && closed === null);
  const meant = open.filter((alarm) => canDo(alarm, act)).toSorted(compareAlarms);
  if (meant.length === 0) return not({ type: 'noAlarm', act, open: open.length }, station);
  const { rank, longest } = shelfBound(meant);
  const problem: AlarmSentenceProblem | null =
    shelf.problem ??
    (shelf.span !== null && shelf.span > longest ? { type: 'tooLong', rank, longest } : null);
  return { ...common, station, alarms: meant, problem };
}
