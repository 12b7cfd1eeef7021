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
 * What the server is asked for of the closed alarms: those closed between two days, both inclusive, or in the last 24 h
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
    by: 'closed',
    state: 'closed',
    ...(finding === 'any' ? {} : { finding }),
  };
}

/**
 * How many alarms the tab of the closed ones holds: as many as its list shows, or would show.
 * @param isAsked the list was asked for, as it is in sight, or as days or a finding are chosen
 * @param total of that list; undefined = it is not there yet
 * @param closedToday those that were closed in the last 24 h: without a choice the list is of them
 */
export const closedCountOf = (
  isAsked: boolean,
  total: number | undefined,
  closedToday: number | undefined,
): number | null => (isAsked ? total : closedToday) ?? null;
