/** What a delivery says, in its recipient's language and the project's time: made of what was frozen with the alarms. */
import { toLanguage } from '../../base/messages.ts';
import type { BuiltInTemplate } from '../../base/report-words.ts';
import { formatTime } from '../../base/time-text.ts';
import type { WorkHow } from '../../base/work-words.ts';
import type { FrozenTerm } from '../../contract/alarms/frozen-facts.ts';
import { alarmText, closingText, headText, ruleText } from '../../derive/alarm-text.ts';
import { levelWord } from '../../derive/level-word.ts';
import { type MergeSite, merged, mergeValues } from '../../derive/merge-fields.ts';
import { sirensText } from '../../derive/siren-text.ts';
import { workText } from '../../derive/work-text.ts';
import type { Closing } from '../../domain/alarms/standing.ts';
import type { Sound } from '../../domain/sirens.ts';
import type { AlarmRow } from '../alarms/row.ts';
import { sirenLine } from '../sirens/message-line.ts';
import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import { isMessage, words } from '../words.ts';
import { siteOfAlarm } from './follow.ts';
import type { Dispatch, MessageRow } from './outbox.ts';

/** One alarm in a message. */
export interface ComposedLine {
  readonly alarmId: number;
  readonly rank: number;
  readonly level: string;
  /** Code and name of the station. */
  readonly station: string;
  readonly what: string;
  /** Since when, by which rule, whether it came late. */
  readonly details: readonly string[];
  readonly card: string;
  readonly isOver: boolean;
  /** What the rule says that its mail says, filled in; null = nothing of its own. */
  readonly mail: { readonly subject: string; readonly body: string } | null;
}

/** A message without form: mails, pushes and webhooks each give it theirs. All of it is plain text. */
export interface Composed {
  readonly language: 'zh-chs' | 'en' | 'ja';
  readonly title: string;
  readonly rank: number;
  readonly lines: readonly ComposedLine[];
  /** Said where there is no alarm: a test, a code, a gap. */
  readonly text: string;
  readonly project: string;
  /** Sirens sound as a drill; nothing else is said with it. */
  readonly isDrill: boolean;
}

export interface ComposeSettings {
  readonly edition: 'cn' | 'jp';
  /** Of the server, for the placeholder of a link; null or left out = it has no value. */
  readonly publicUrl?: string | null;
}

/** Stations that a title names; the rest are in the text. */
const named = 3;

async function projectOf(db: Storage['db'], id: number | null): Promise<string> {
  if (id === null) return '';
  const row = await db.selectFrom('projects').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? '';
}

async function serialOf(db: Storage['db'], rtuId: number): Promise<string | null> {
  const row = await db.selectFrom('rtus').select('sn').where('id', '=', rtuId).executeTakeFirst();
  return row?.sn ?? null;
}

const slotOf = ([first]: readonly FrozenTerm[]): string | null =>
  first === undefined || first.slot === null ? null : String(first.slot);

/** The mail that the rule of an alarm asks for, its placeholders filled in with what was frozen; null = none. */
function mailOf(alarm: AlarmRow, site: MergeSite): ComposedLine['mail'] {
  const { mail, terms, angles = {} } = fromJson(alarm.facts);
  if (mail === undefined || alarm.is_blind === 1) return null;
  const values = mergeValues(terms, angles, site);
  return { subject: merged(mail.subject, values), body: merged(mail.body, values) };
}

/** It says how an alarm is now; not what was said once, and is sent again. */
const isOfAlarm = ({ alarm_id, kind }: MessageRow): boolean => alarm_id !== null && kind !== 'again';

async function linesOf(
  { db }: Storage,
  messages: readonly MessageRow[],
  language: Composed['language'],
  { edition, publicUrl = null }: ComposeSettings,
) {
  const text = words(language);
  // Of an alarm the newest message counts: what is over by now is said to be over.
  const newest = new Map<number, MessageRow>();
  for (const message of [...messages].sort((a, b) => a.id - b.id))
    if (isOfAlarm(message)) newest.set(message.alarm_id ?? 0, message);
  const lines: ComposedLine[] = [];
  let project = '';
  for (const [alarmId, message] of newest) {
    const alarm: AlarmRow | undefined = await db
      .selectFrom('alarms')
      .selectAll()
      .where('id', '=', alarmId)
      .executeTakeFirst();
    if (alarm === undefined) continue;
    const site = await siteOfAlarm(db, alarm);
    const zone = site?.timeZone ?? 'UTC';
    const levelOf = (rank: number) => levelWord(text, edition, rank, site?.levelWords ?? null);
    const facts = fromJson(alarm.facts);
    const ownProject = await projectOf(db, site?.projectId ?? null);
    if (project === '') project = ownProject;
    const isOver = message.kind === 'over';
    const rank = isOver ? alarm.peak : Math.max(alarm.present, message.rank);
    const view = { isBlind: alarm.is_blind === 1, present: isOver ? 0 : rank, facts };
    const time = (t: number) => formatTime(t, zone, 'full');
    const sirens = isOver ? null : await sirenLine(db, alarmId);
    const details = [
      text('notify.text.since', { level: levelOf(rank), time: time(alarm.raised_at) }),
      ...(isOver && alarm.closed_why !== null && ['edited', 'left'].includes(alarm.closed_why)
        ? [text('notify.text.ended', { why: closingText(alarm.closed_why as Closing, view, text) })]
        : isOver
          ? [text('notify.text.over', { time: time(alarm.moved_at) })]
          : []),
      ...(alarm.is_late === 1 ? [text('notify.text.late', { time: time(alarm.raised_at) })] : []),
      ...(alarm.is_contradicted === 1 ? [text('alarms.contradicted')] : []),
      text('notify.text.rule', { rule: ruleText(view, text) }),
      ...(sirens === null ? [] : [text(sirens)]),
    ];
    lines.push({
      alarmId,
      rank,
      level: levelOf(rank),
      station: [facts.stationCode, facts.stationName].filter(Boolean).join(' '),
      what: isOver ? headText(view, text) : alarmText(view, text),
      details,
      card: isOver ? '' : facts.card,
      isOver,
      mail: isOver
        ? null
        : mailOf(alarm, {
            level: levelOf(rank),
            station: facts.stationName,
            code: facts.stationCode,
            project: ownProject,
            time: time(facts.readAt ?? alarm.raised_at),
            what: alarmText(view, text),
            rule: ruleText(view, text),
            serial: await serialOf(db, alarm.rtu_id),
            slot: slotOf(facts.terms),
            link: publicUrl === null ? null : `${publicUrl}/alarms/${alarmId}`,
          }),
    });
  }
  lines.sort((a, b) => Number(a.isOver) - Number(b.isOver) || b.rank - a.rank || a.alarmId - b.alarmId);
  return { lines, project };
}

function titleOf(
  lines: readonly ComposedLine[],
  messages: readonly MessageRow[],
  text: ReturnType<typeof words>,
): string {
  const [first] = lines;
  if (first === undefined) return '';
  const { level, station, what, isOver, mail } = first;
  if (lines.length === 1) {
    const isReminder = messages.some(({ kind }) => kind === 'remind');
    if (isOver) return text('notify.subject.over', { station, what });
    if (mail !== null)
      return isReminder ? text('notify.subject.again', { subject: mail.subject }) : mail.subject;
    return text(isReminder ? 'notify.subject.remind' : 'notify.subject.one', { level, station, what });
  }
  const stations = [...new Set(lines.map((line) => line.station))];
  const list = `${stations.slice(0, named).join(', ')}${stations.length > named ? ' …' : ''}`;
  return isOver
    ? text('notify.subject.overMany', { count: lines.length, stations: list })
    : text('notify.subject.many', { level, count: lines.length, stations: list });
}

/** What is said without an alarm. */
function noticeOf(message: MessageRow, text: ReturnType<typeof words>): { title: string; text: string } {
  const params = fromJson(message.params);
  if (message.kind === 'code')
    return { title: text('notify.subject.code', params), text: text('notify.text.code') };
  if (message.kind === 'gap')
    return {
      title: text('notify.subject.gap', { ...params, time: String(params['from'] ?? '') }),
      text: text('notify.text.gap', params),
    };
  if (message.kind === 'report') {
    const named = String(params['template'] ?? '');
    const period = String(params['period'] ?? 'weekly') as BuiltInTemplate;
    const name = named === '' ? text(`reports.template.${period}`) : named;
    return {
      title: text('notify.subject.report', { ...params, name }),
      text: text(params['attached'] === 1 ? 'notify.text.reportFile' : 'notify.text.report', {
        ...{ ...params, name },
      }),
    };
  }
  if (message.kind === 'schedule') {
    const outcome = String(params['outcome']);
    const said = isMessage(outcome) ? text(outcome, params) : outcome;
    const name = String(params['schedule']);
    return { title: text('notify.subject.schedule', { name, outcome: said }), text: said };
  }
  if (message.kind === 'work') {
    const time = (t: number) => formatTime(t, String(params['zone']), 'dayTime');
    const said = workText({ how: params['how'] as WorkHow, params }, text, time);
    return { title: said.title, text: said.details };
  }
  if (message.kind === 'drill') {
    const { at, zone } = params;
    const time = formatTime(Number(at), String(zone), 'full');
    const sound = sirensText(params as unknown as Sound, text);
    return {
      title: text('notify.subject.drill', params),
      text: text('notify.text.drill', { ...params, time, sound }),
    };
  }
  const said = { title: String(params['title'] ?? ''), text: String(params['content'] ?? '') };
  if (message.kind === 'again') return said;
  if (message.kind === 'test' && said.title !== '')
    return { title: text('notify.subject.testOf', { subject: said.title }), text: said.text };
  if (message.kind === 'channel')
    return { title: text('notify.subject.channel', params), text: text('notify.text.channel', params) };
  return {
    title: 'policy' in params ? text('notify.subject.rehearsal', params) : text('notify.subject.test'),
    text: text('notify.text.test'),
  };
}

export async function compose(
  storage: Storage,
  { messages }: Dispatch,
  settings: ComposeSettings,
): Promise<Composed> {
  const [first] = messages;
  const language = toLanguage(first?.language);
  const text = words(language);
  const { lines, project } = await linesOf(storage, messages, language, settings);
  const notices = messages.filter((one) => !isOfAlarm(one)).map((one) => noticeOf(one, text));
  return {
    language,
    title: lines.length > 0 ? titleOf(lines, messages, text) : (notices[0]?.title ?? ''),
    rank: Math.max(0, ...lines.filter(({ isOver }) => !isOver).map(({ rank }) => rank)),
    lines,
    text: notices.map((notice) => notice.text).join('\n'),
    project,
    isDrill: messages.some(({ kind }) => kind === 'drill'),
  };
}

/** A message as plain text: of mails, of chats. */
export function plainText({ lines, text }: Pick<Composed, 'lines' | 'text'>): string {
  const parts = lines.map(({ level, station, what, details, card, mail }) =>
    [`${level} · ${station}`, mail?.body ?? what, details.join(' · '), ...(card === '' ? [] : [card])].join(
      '\n',
    ),
  );
  return [...parts, ...(text === '' ? [] : [text])].join('\n\n');
}
