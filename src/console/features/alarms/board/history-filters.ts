import type { Finding } from '../../../../base/alarm-words.ts';
import { wallToUtc } from '../../../../base/time.ts';
import type { HistoryFilters } from '../../../state/alarms/alarms.ts';

const day = 86_400_000;
const step = 5 * 60_000;

const startOf = (date: string, zone: string): number | null => {
  const wall = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00Z`) : Number.NaN;
  return Number.isNaN(wall) ? null : Math.max(0, wallToUtc(zone, wall));
};

/**
 * What the server is asked for of the closed alarms: those raised between two days, both inclusive, or in the last 24 h
 * where none is named. Now is the end of five minutes, so that the same question is asked for a while.
 */
export function historyFiltersOf(
  from: string,
  to: string,
  finding: Finding | 'any',
  now = Date.now(),
  zone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): HistoryFilters {
  const soon = Math.ceil((now + 1) / step) * step;
  const last = startOf(to, zone);
  const end = last === null ? soon : last + day;
  const begin = startOf(from, zone) ?? end - day;
  return {
    from: Math.min(begin, end),
    to: end,
    state: 'closed',
    ...(finding === 'any' ? {} : { finding }),
  };
}
