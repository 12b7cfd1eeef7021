import type { MessageId } from '../../../base/messages.ts';
import { readMoment } from '../values/moment.ts';

/** The range of a curve as the address keeps it: a quick range that ends now, the newest 20, or two moments. */
export type CurveRange =
  | { readonly type: 'quick'; readonly quick: 'week' | 'month' | 'quarter' }
  | { readonly type: 'latest' }
  | { readonly type: 'span'; readonly from: number; readonly to: number };

const day = 86_400_000;
/** Quick ranges of src/console/README.md#curves: 7, 30, 90 days. */
export const quickSpans = { week: 7 * day, month: 30 * day, quarter: 90 * day } as const;

/** Reads a range out of an address's query; without one, a week. */
export function rangeOf(query: URLSearchParams): CurveRange {
  const range = query.get('range');
  if (range === 'latest20') return { type: 'latest' };
  if (range === 'week' || range === 'month' || range === 'quarter') return { type: 'quick', quick: range };
  const from = Number(query.get('from'));
  const to = Number(query.get('to'));
  return from > 0 && to > from ? { type: 'span', from, to } : { type: 'quick', quick: 'week' };
}

/** Puts a range into a query, beside what is there. */
export function withRange(query: URLSearchParams, range: CurveRange): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const key of ['range', 'from', 'to']) next.delete(key);
  if (range.type === 'quick') next.set('range', range.quick);
  else if (range.type === 'latest') next.set('range', 'latest20');
  else {
    next.set('from', String(Math.round(range.from)));
    next.set('to', String(Math.round(range.to)));
  }
  return next;
}

/** Two moments, UTC ms. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** From when to when a range is now; null for the newest readings, whose times are not known before they are here. */
export function spanOf(range: CurveRange): TimeSpan | null {
  if (range.type === 'span') return range;
  const now = Date.now();
  return range.type === 'quick' ? { from: now - quickSpans[range.quick], to: now } : null;
}

/** The span between two dates as they were typed, by a zone's clocks; or what is wrong with them. */
export function spanOfDates(from: string, to: string, zone: string): TimeSpan | MessageId {
  const [a, b] = [readMoment(from, zone), readMoment(to, zone, true)];
  if (a === null || b === null) return 'curve.badDate';
  return a >= b ? 'api.range' : { from: a, to: b };
}
