/** When limits of parameters would have fired over readings that are there. Times UTC ms. */
import { dayNumber } from '../base/time.ts';
import type { GroupId, KindDefinition, ParameterValue, RowId } from '../catalogue/model.ts';
import { changeOver } from './readings/change.ts';

const minute = 60_000;
const hour = 60 * minute;

/** What of a row a limit is held against. */
export type LimitTest =
  | { readonly type: 'above' | 'below' | 'outside' }
  /** Size of the change over a window. */
  | { readonly type: 'change'; readonly window: number }
  /** Size of the change from the reading before. */
  | { readonly type: 'jump' }
  /** Sum over a window. */
  | { readonly type: 'sum'; readonly window: number };

export interface Limit {
  readonly field: string;
  readonly row: RowId;
  /** Any of them fires. */
  readonly channels: readonly string[];
  /** Of each node or layer. */
  readonly elements: boolean;
  readonly test: LimitTest;
  /** The value that switches it off. */
  readonly off: number | null;
}

type Values = Readonly<Record<string, ParameterValue>>;

const limit = (field: string, row: RowId, channel: string, test: LimitTest): Limit => ({
  field,
  row,
  channels: [channel],
  elements: false,
  test,
  off: null,
});
const above = { type: 'above' } as const;
const below = { type: 'below' } as const;
const outside = { type: 'outside' } as const;

/** The angle's limit by its condition: of the total tilt, or beyond it to either side on either axis. */
function angle(values: Values): Limit {
  const total = { ...limit('threshold', 'tilt', 'tilt', above), off: 0 };
  if (values['condition'] === 'below') return { ...total, test: below };
  if (values['condition'] === 'mutation') return { ...total, test: { type: 'jump' } };
  return values['condition'] === 'outside' ? { ...total, channels: ['x', 'y'], test: outside } : total;
}

/** Fields that move a limit without being one. */
const movers: Readonly<Record<string, readonly string[]>> = { threshold: ['condition', 'hold'] };
export const moves = (field: string, edits: Values): boolean =>
  [field, ...(movers[field] ?? [])].some((name) => name in edits);

/** The limits that a group's parameters set, as they test with these values. */
export function limitsOf(group: GroupId, kind: KindDefinition | undefined, values: Values): readonly Limit[] {
  if (group === 'rtu') return [limit('lowBattery', 'status', 'batteryVoltage', below)];
  if (group === 'mems' || group === 'rt3000') return [angle(values)];
  if (group === 'crack')
    return [
      limit('alarmValue', 'crack', 'opening', outside),
      limit('rateAlarm1h', 'crack', 'opening', { type: 'change', window: hour }),
      limit('rateAlarm24h', 'crack', 'opening', { type: 'change', window: 24 * hour }),
    ];
  if (group === 'moisture')
    return [
      limit('lowAlarm', 'moisture', 'moisture', below),
      limit('highAlarm', 'moisture', 'moisture', above),
      limit('jumpAlarm', 'moisture', 'moisture', { type: 'change', window: hour }),
    ];
  if (group === 'rain')
    return [
      limit('alarm5min', 'rain', 'amount', { type: 'sum', window: 5 * minute }),
      limit('alarm1h', 'rain', 'amount', { type: 'sum', window: hour }),
      limit('alarm24h', 'rain', 'amount', { type: 'sum', window: 24 * hour }),
    ];
  if (group === 'rt1010') {
    const ofNodes = (field: string, name: string, test: LimitTest): Limit => ({
      ...limit(field, 'profile', name, test),
      channels: [`${name}A`, `${name}B`],
      elements: true,
    });
    return [
      ofNodes('incrementalAlarm', 'incremental', outside),
      ofNodes('cumulativeAlarm', 'cumulative', outside),
      ofNodes('rateAlarm', 'cumulative', { type: 'change', window: 24 * hour }),
    ];
  }
  if (group === 'basic' && kind?.primary !== undefined) {
    const { row, channel, element } = kind.primary;
    return [{ ...limit('alarmValue', row, channel, above), elements: element !== undefined }];
  }
  return [];
}

/** Readings of one channel, ascending; NaN is missing. Where they were put together, `low` and `high` span each. */
export interface Track {
  readonly t: ArrayLike<number>;
  readonly value: ArrayLike<number>;
  readonly low?: ArrayLike<number> | null;
  readonly high?: ArrayLike<number> | null;
}
export interface TrackTerms {
  /** Seconds; for changes. */
  readonly collectionCycle: number;
  readonly datumAt: number | null;
  /** Seconds that the condition must last; shorter than the readings are apart = at once. */
  readonly hold: number;
}

/** True at each reading at which the limit's condition holds. */
function conditionOf(
  track: Track,
  test: LimitTest,
  value: number,
  terms: TrackTerms,
): (i: number) => boolean {
  const at = (i: number) => track.value[i] ?? Number.NaN;
  const high = (i: number) => track.high?.[i] ?? at(i);
  const low = (i: number) => track.low?.[i] ?? at(i);
  if (test.type === 'above') return (i) => high(i) > value;
  if (test.type === 'below') return (i) => low(i) < value;
  if (test.type === 'jump') return (i) => i > 0 && Math.abs(at(i) - at(i - 1)) > value;
  if (test.type === 'change') {
    const moments = Array.from(track.t, (t, i) => ({ t, value: Number.isNaN(at(i)) ? null : at(i) }));
    const { collectionCycle, datumAt } = terms;
    return (i) => {
      const now = moments[i];
      const change =
        now === undefined
          ? null
          : changeOver(now, moments, { window: test.window, collectionCycle, datumAt });
      return change !== null && Math.abs(change) > value;
    };
  }
  if (test.type === 'sum') {
    let first = 0;
    let sum = 0;
    let next = 0;
    // Asked in ascending order: the window slides.
    return (i) => {
      for (; next <= i; next++) sum += Number.isNaN(at(next)) ? 0 : at(next);
      const now = track.t[i] ?? 0;
      for (; (track.t[first] ?? now) <= now - test.window; first++)
        sum -= Number.isNaN(at(first)) ? 0 : at(first);
      return sum > value + 1e-9;
    };
  }
  return (i) => high(i) > value || low(i) < -value;
}

/** Local days (base/time `dayNumber`) on which a limit would have fired over a track. */
export function daysFired(
  track: Track,
  { test, off }: Limit,
  value: number,
  zone: string,
  terms: TrackTerms,
): ReadonlySet<number> {
  const days = new Set<number>();
  if (value === off) return days;
  const holds = conditionOf(track, test, value, terms);
  const hold = terms.hold * 1000;
  let since: number | null = null;
  for (let i = 0; i < track.t.length; i++) {
    const t = track.t[i] ?? 0;
    if (!holds(i)) {
      since = null;
      continue;
    }
    since ??= t;
    const between = i === 0 ? terms.collectionCycle * 1000 : t - (track.t[i - 1] ?? t);
    if (t - since >= hold || hold < between) days.add(dayNumber(zone, t));
  }
  return days;
}
