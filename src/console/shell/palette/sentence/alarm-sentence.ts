/**
 * Reads a typed sentence about alarms, in any of the three languages: `ack @YN-0123 rain began`, `shelve @YN-0123 for 2h
 * grouting`, `comment @YN-0123 team called`. Pure.
 */
import type { AlarmView } from '../../../../contract/alarms/alarms.ts';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { shelfBound } from '../../../features/alarms/dialogs/shelf-times.ts';
import { canDo } from '../../../features/alarms/view.ts';
import { compareAlarms } from '../../../state/alarms/order.ts';
import type { StationEntry } from '../entries.ts';
import type { Searchable } from '../results.ts';
import { cutStation, type NamedStation, plainText } from './named.ts';
import { figures } from './tokens.ts';
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
  shelve: ['shelve', 'snooze', '暂挂', '搁置', '屏蔽', '一時保留', '保留'],
  comment: ['comment', 'note', '备注', '批注', 'コメント'],
};
/** What stands beside the verb and says nothing; in English between the verb and the station. */
const filler =
  /^[\s:,，、。]+|^(?:的|の)?(?:所有|全部|すべての|全)?(?:警報|报警|告警)(?=\s|を|$)|^[的の](?=\s|$)|^を|^(?:すべて|全部|全て)(?=\s|$)|^(?:して(?:ください|下さい)?|する|します)(?=\s|$)|^alarms?\s*$/iu;
const between = /^\s*(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:alarms?\s*)?(?:(?:of|on|at|from)\s*)?$/i;
const mostNamed = 5;

/** A text without the fillers that it begins with. */
function withoutFiller(text: string): string {
  const rest = text.replace(between, '').replace(filler, '');
  return rest === text ? text.trim() : withoutFiller(rest.trimStart());
}

interface Cut {
  readonly act: SpokenAct;
  readonly verb: string;
  readonly rest: string;
}

/**
 * The verb and what it leaves of a sentence without its station; null where there is none. A verb in Latin letters is a
 * word of its own. In Japanese, and in short Chinese, it stands behind the station: @YN-0123を確認, @YN-0123を2時間保留 掘削.
 */
function cutVerb({ before, after }: NamedStation): Cut | null {
  const lower = before.toLowerCase();
  for (const act of Object.keys(verbs) as SpokenAct[])
    for (const verb of verbs[act]) {
      const isLatin = /^[a-z]/.test(verb);
      if (lower.startsWith(verb) && (!isLatin || /^(?:\s|$)/.test(before.slice(verb.length)))) {
        const rest = withoutFiller(before.slice(verb.length));
        return { act, verb: before.slice(0, verb.length), rest: `${rest} ${withoutFiller(after)}` };
      }
      const at = isLatin || before.trim() !== '' ? -1 : after.indexOf(verb);
      if (at < 0) continue;
      const rest = `${withoutFiller(after.slice(0, at))} ${withoutFiller(after.slice(at + verb.length))}`;
      return { act, verb, rest };
    }
  return null;
}

const unit = 'minutes?|mins?|hours?|hrs?|days?|min|m|h|d|分钟|分間|分|小时|小時|時間|天|日間|日';
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
  const place = cutStation(plainText(text), stations);
  const cut = place === null ? null : cutVerb(place);
  if (place === null || cut === null) return null;
  const { act, verb } = cut;
  const { stationText, found, total } = place;
  const said = cut.rest.trim();
  const shelf = act === 'shelve' ? readShelf(figures(said)) : { span: null, note: said, problem: null };
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
