/** Floods among open alarms: many at once of one cause, which a board shows as one. Pure. */
import { groupBy } from '../../base/group.ts';
import { floodEnd, floodWindow } from './health.ts';

/** So many alarms of one cause within the window (health.ts) are a flood. */
export const floodFrom = 10;

/** What they have in common: an RTU, or else a project. What is of neither (0) is of no flood. */
export interface FloodCause {
  readonly of: 'rtu' | 'project';
  readonly id: number;
}
export interface AlarmFlood {
  readonly cause: FloodCause;
  /** Ids in the order in which they were raised. */
  readonly alarmIds: readonly number[];
  /** Most that were raised within the window. */
  readonly peak: number;
}
export interface FloodedAlarm {
  readonly id: number;
  readonly rtuId: number;
  readonly projectId: number;
  /** UTC ms. */
  readonly raisedAt: number;
}

export const floodKey = ({ of, id }: FloodCause): string => `${of}${id}`;

/**
 * Alarms that belong to floods: from the first of a window that holds `floodFrom` on, as long as a window that ends with
 * each further one holds `floodEnd` at least. `raised`: ascending.
 */
function flooded(raised: readonly FloodedAlarm[], begun: ReadonlySet<number>) {
  const members = new Set<FloodedAlarm>();
  let [first, peak, isFlood] = [0, 0, false];
  for (const [index, alarm] of raised.entries()) {
    while (alarm.raisedAt - (raised[first]?.raisedAt ?? alarm.raisedAt) >= floodWindow) first += 1;
    const window = raised.slice(first, index + 1);
    isFlood = window.length >= floodFrom || (isFlood && window.length >= floodEnd);
    if (isFlood) for (const one of window) members.add(one);
    if (isFlood) peak = Math.max(peak, window.length);
  }
  // What was one stays one while enough of it is open, whatever has been closed of it.
  const left = raised.filter(({ id }) => begun.has(id));
  if (left.length >= floodEnd) for (const one of left) members.add(one);
  return { members, peak };
}

/**
 * Floods among open alarms: those of an RTU, and of what is left those of a project.
 * @param before those of a moment ago: they go on until fewer than `floodEnd` of their alarms are open
 */
export function floodsOf(
  open: readonly FloodedAlarm[],
  before: readonly AlarmFlood[] = [],
): readonly AlarmFlood[] {
  const known = new Map(before.map((flood) => [floodKey(flood.cause), flood]));
  const taken = new Set<number>();
  const found: AlarmFlood[] = [];
  const ascending = open.toSorted((a, b) => a.raisedAt - b.raisedAt || a.id - b.id);
  for (const of of ['rtu', 'project'] as const) {
    const causes = groupBy(
      ascending.filter(({ id }) => !taken.has(id)),
      (alarm) => (of === 'rtu' ? alarm.rtuId : alarm.projectId),
    );
    causes.delete(0);
    for (const [id, alarms] of causes) {
      const cause = { of, id };
      const own = known.get(floodKey(cause));
      const { members, peak } = flooded(alarms, new Set(own?.alarmIds));
      if (members.size === 0) continue;
      const alarmIds = alarms.flatMap((alarm) => (members.has(alarm) ? [alarm.id] : []));
      for (const one of alarmIds) taken.add(one);
      found.push({ cause, alarmIds, peak: Math.max(peak, own?.peak ?? 0) });
    }
  }
  return found;
}
