/** Periods that reports are usually of, by a project's own days. */
import type { BuiltInTemplate } from '../../../base/report-words.ts';
import { dayNumber, dayStart } from '../../../base/time.ts';

const day = 86_400_000;

/** First and last day of the week (Monday to Sunday) or month before the one of `now`; of an event the last three days. */
export function lastPeriod(
  period: BuiltInTemplate,
  zone: string,
  now: number,
): { readonly from: string; readonly to: string } {
  const today = dayNumber(zone, now);
  const text = (number: number) => new Date(number * day).toISOString().slice(0, 10);
  if (period === 'weekly') {
    // 1970-01-05 was a Monday.
    const monday = today - ((((today - 4) % 7) + 7) % 7);
    return { from: text(monday - 7), to: text(monday - 1) };
  }
  if (period === 'monthly') {
    const date = new Date(today * day);
    const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1) / day;
    const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / day;
    return { from: text(first), to: text(end - 1) };
  }
  return { from: text(today - 2), to: text(today) };
}

/** Moments (UTC ms) of whole days on a zone's clocks; null where a day is missing. */
export function spanOf(
  { from, to }: { readonly from: string; readonly to: string },
  zone: string,
): { readonly from: number; readonly to: number } | null {
  const [first, last] = [from, to].map((text) => Date.parse(`${text}T00:00Z`) / day);
  if (first === undefined || last === undefined || Number.isNaN(first) || Number.isNaN(last)) return null;
  return { from: dayStart(zone, first), to: dayStart(zone, last + 1) };
}
