/** What goes out to webhooks as it happens: events and how an outlet stands. Pure. Times UTC ms. */

/** What became of an alarm, as receivers are given it. */
export type AlarmMove = 'alarm.raised' | 'alarm.changed' | 'alarm.closed';

/** Lines of a timeline that close an alarm by themselves. */
const closing: readonly string[] = ['close', 'edited', 'left'];

/**
 * What a line of an alarm's timeline says to the outside.
 * @param isFirst no line of the alarm stands before it
 * @param closedAt when the alarm was closed, as it is stored now; null = it is open
 */
export function alarmMove(
  { type, knownAt }: { readonly type: string; readonly knownAt: number },
  isFirst: boolean,
  closedAt: number | null,
): AlarmMove {
  if (closing.includes(type) || (closedAt !== null && closedAt === knownAt)) return 'alarm.closed';
  return isFirst ? 'alarm.raised' : 'alarm.changed';
}

/** Send cycles without a contact after which an RTU is offline: as the console's *silent*. */
export const offlineCycles = 3;

export interface OutletLink {
  readonly now: number;
  /** When this process began: nobody is blamed for what it did not hear before. */
  readonly heardSince: number;
  readonly lastContactAt: number | null;
  /** Seconds. */
  readonly sendCycle: number;
  /** Since when it is offline by what was sent; null = it is not. */
  readonly silentAt: number | null;
}

/** Whether an RTU went offline or came back since it was last looked at, and when; null = neither. */
export function linkMove({ now, heardSince, lastContactAt, sendCycle, silentAt }: OutletLink) {
  if (lastContactAt === null) return null;
  if (silentAt !== null)
    return lastContactAt > silentAt ? ({ type: 'rtu.online', t: lastContactAt } as const) : null;
  const t = Math.max(lastContactAt, heardSince) + offlineCycles * sendCycle * 1000;
  return t <= now ? ({ type: 'rtu.offline', t } as const) : null;
}

/** After so long a batch that is not accepted is said to be behind, ms. Assumed. */
export const behindAfter = 60_000;

export interface OutletStanding {
  readonly now: number;
  readonly enabled: boolean;
  readonly stoppedAt: number | null;
  readonly behindAt: number | null;
}

/** How an outlet stands, and since when where that says something. */
export function outletState({ now, enabled, stoppedAt, behindAt }: OutletStanding): {
  readonly state: 'off' | 'current' | 'behind' | 'gaveUp';
  readonly since: number | null;
} {
  if (!enabled) return { state: 'off', since: null };
  if (stoppedAt !== null) return { state: 'gaveUp', since: stoppedAt };
  if (behindAt !== null && now - behindAt >= behindAfter) return { state: 'behind', since: behindAt };
  return { state: 'current', since: null };
}
