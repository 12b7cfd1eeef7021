/** What a back-test says in a few figures: alarms by level, by day, and against what people have found. */
import type { EventType } from './stepper.ts';

export interface TestedEvent {
  readonly type: EventType;
  readonly t: number;
  readonly from: number;
  readonly to: number;
}

/** An alarm as a back-test raises it. */
export interface Episode {
  readonly targetId: number;
  readonly isBlind: boolean;
  readonly from: number;
  /** null = it still stands at the end. */
  readonly to: number | null;
  readonly peak: number;
}

/** The alarms of a target's events, in order of their beginning. */
export function episodesOf(targetId: number, events: readonly TestedEvent[]): readonly Episode[] {
  const found: { -readonly [K in keyof Episode]: Episode[K] }[] = [];
  const open = (isBlind: boolean) => found.findLast((one) => one.isBlind === isBlind && one.to === null);
  for (const { type, t, to } of events) {
    if (type === 'raise' || type === 'blind')
      found.push({ targetId, isBlind: type === 'blind', from: t, to: null, peak: to });
    const own = open(false);
    if (type === 'rise' && own !== undefined) own.peak = Math.max(own.peak, to);
    if (type === 'return' && own !== undefined) own.to = t;
    const blind = open(true);
    if (type === 'sighted' && blind !== undefined) blind.to = t;
    if (type === 'edited' || type === 'left') for (const one of found) one.to ??= t;
  }
  return found;
}

/** Alarms by the rank of their peak; place 0 = those that say that nothing was watched. */
export function countsByPeak(episodes: readonly Episode[]): readonly number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const { isBlind, peak } of episodes) {
    const place = isBlind ? 0 : peak;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** Alarms by day, as `dayOf` names it. */
export function countsByDay(
  episodes: readonly Episode[],
  dayOf: (t: number) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { from } of episodes) counts.set(dayOf(from), (counts.get(dayOf(from)) ?? 0) + 1);
  return counts;
}

/** An alarm that people closed with a finding. */
export interface FoundAlarm {
  readonly targetId: number;
  readonly from: number;
  /** null = it had not returned. */
  readonly to: number | null;
}

/** So long before an alarm a draft's one still warns of the same, ms (*assumed*). */
const sameWithin = 7 * 86_400_000;

/** Whether a draft's alarm is about the same: it stands while the other one does. */
const meets = (alarm: FoundAlarm, { from, to }: Episode): boolean =>
  from <= (alarm.to ?? Number.POSITIVE_INFINITY) && (to ?? Number.POSITIVE_INFINITY) >= alarm.from;

/**
 * By how many ms a draft would have raised a true alarm earlier (negative: later); null = not at all. One that it raised
 * in the week before counts, where it still stood or the alarm came of it.
 */
export function earlierBy(alarm: FoundAlarm, episodes: readonly Episode[]): number | null {
  const own = episodes.filter(({ targetId, isBlind }) => targetId === alarm.targetId && !isBlind);
  const same = own.filter(
    (one) => meets(alarm, one) || (one.from < alarm.from && one.from >= alarm.from - sameWithin),
  );
  const first = Math.min(...same.map(({ from }) => Math.max(from, alarm.from - sameWithin)));
  return same.length === 0 ? null : alarm.from - first;
}

/** Whether a draft still raises a false alarm. */
export const staysFalse = (alarm: FoundAlarm, episodes: readonly Episode[]): boolean =>
  episodes.some((one) => one.targetId === alarm.targetId && !one.isBlind && meets(alarm, one));
