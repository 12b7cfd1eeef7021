/** How an alarm stands for whoever watches, and which comes first. Pure. */
import { latchedFrom } from '../../../domain/alarms/standing.ts';
import type { AlarmView } from './alarms.ts';
import type { StationAlarm } from './marked.ts';

/** What people did, as its mark and word say it (the glyph of the level says whether the condition holds). */
export type AlarmMark =
  | 'unanswered'
  | 'acknowledged'
  | 'returned'
  | 'latched'
  | 'shelved'
  | 'suppressed'
  | 'outOfService'
  | 'closed';

type Standing = Pick<
  AlarmView,
  'present' | 'peak' | 'answer' | 'shelf' | 'closed' | 'isOutOfService' | 'suppressedBy'
>;

/** Rank by which it is shown and counted: the present one, and of one that has returned its highest. */
export const shownRank = ({ present, peak }: Pick<AlarmView, 'present' | 'peak'>): number =>
  present > 0 ? present : peak;

export function markOf(alarm: Standing): AlarmMark {
  if (alarm.closed !== null) return 'closed';
  if (alarm.shelf !== null) return 'shelved';
  if (alarm.isOutOfService) return 'outOfService';
  if (alarm.suppressedBy !== null) return 'suppressed';
  if (alarm.present === 0) {
    if (alarm.answer === null) return 'returned';
    return alarm.peak >= latchedFrom ? 'latched' : 'acknowledged';
  }
  return alarm.answer === null ? 'unanswered' : 'acknowledged';
}

/** True where it waits for an answer: what is shelved, suppressed or out of service waits for none. */
export function asks(alarm: Standing): boolean {
  const mark = markOf(alarm);
  return mark === 'unanswered' || mark === 'returned';
}

/** The worst first: by level, then those that ask, those that hold, and the oldest. */
export function compareAlarms(a: AlarmView, b: AlarmView): number {
  return (
    shownRank(b) - shownRank(a) ||
    Number(asks(b)) - Number(asks(a)) ||
    Number(b.present > 0) - Number(a.present > 0) ||
    a.raisedAt - b.raisedAt ||
    a.id - b.id
  );
}

/** Since when it waits for an answer: since its newest rise, what was answered before was less. UTC ms. */
export const waitsSince = ({ knownAt, facts }: Pick<AlarmView, 'knownAt' | 'facts'>): number =>
  Math.max(knownAt, facts.receivedAt ?? 0);

/** `worst` first, `newest` first, or what has been `waiting` for an answer longest. */
export const alarmSorts = ['worst', 'newest', 'waiting'] as const;
export type AlarmSort = (typeof alarmSorts)[number];

/** How each of them compares. */
export const comparisons: Readonly<Record<AlarmSort, (a: AlarmView, b: AlarmView) => number>> = {
  worst: compareAlarms,
  newest: (a, b) => b.raisedAt - a.raisedAt || b.id - a.id,
  waiting: (a, b) =>
    Number(asks(b)) - Number(asks(a)) || waitsSince(a) - waitsSince(b) || compareAlarms(a, b),
};

/** True where it is put aside: shelved, out of service, or the consequence of another. It marks no station. */
const isAside = (alarm: Standing): boolean =>
  alarm.shelf !== null || alarm.isOutOfService || alarm.suppressedBy !== null;

/** The worst alarm of each station, by station id; those that are closed or put aside mark none. */
export function worstByStation(alarms: readonly AlarmView[]): ReadonlyMap<number, StationAlarm> {
  const worst = new Map<number, { alarm: AlarmView; count: number }>();
  for (const alarm of alarms) {
    if (alarm.closed !== null || isAside(alarm)) continue;
    const known = worst.get(alarm.stationId);
    if (known === undefined) worst.set(alarm.stationId, { alarm, count: 1 });
    else {
      known.count += 1;
      if (compareAlarms(alarm, known.alarm) < 0) known.alarm = alarm;
    }
  }
  const found = new Map<number, StationAlarm>();
  for (const [stationId, { alarm, count }] of worst) {
    const [term] = alarm.facts.terms;
    found.set(stationId, {
      alarmId: alarm.id,
      rank: shownRank(alarm),
      holds: alarm.present > 0,
      asks: asks(alarm),
      count,
      channel:
        term?.row == null || term.channel === null || alarm.isBlind
          ? null
          : { sensorId: term.sensorId, row: term.row, id: term.channel },
    });
  }
  return found;
}

export interface AlarmCounts {
  readonly open: number;
  /** By rank; 0 is none of them. */
  readonly byRank: readonly number[];
  readonly asking: number;
  /** Highest rank of those that ask; 0 = none does. */
  readonly worstAsking: number;
  readonly shelved: number;
  readonly outOfService: number;
}

/** Counts the open ones. */
export function countAlarms(alarms: readonly AlarmView[]): AlarmCounts {
  const byRank = [0, 0, 0, 0, 0];
  let [open, asking, worstAsking, shelved, outOfService] = [0, 0, 0, 0, 0];
  for (const alarm of alarms) {
    if (alarm.closed !== null) continue;
    const rank = shownRank(alarm);
    open += 1;
    byRank[rank] = (byRank[rank] ?? 0) + 1;
    if (alarm.shelf !== null) shelved += 1;
    if (alarm.isOutOfService) outOfService += 1;
    if (!asks(alarm)) continue;
    asking += 1;
    worstAsking = Math.max(worstAsking, rank);
  }
  return { open, byRank, asking, worstAsking, shelved, outOfService };
}
