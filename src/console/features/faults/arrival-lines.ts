/** What arrived, as lines and sums. Pure. */
import { compareNatural } from '../../../base/natural-order.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { meanDaysBetween, type Outages, outagesOf } from '../../../domain/outages.ts';
import type { ArrivalTable } from '../../state/devices/faults.ts';

export interface ArrivalLine {
  readonly station: StationSummary;
  /** By day, oldest first; null where nothing was due, or is not counted yet. */
  readonly shares: readonly (number | null)[];
  readonly expected: number;
  readonly received: number;
  readonly outages: Outages;
}

/** Share of what was due, 0 to 1; null where nothing was. */
export const shareOfLine = ({
  expected,
  received,
}: Pick<ArrivalLine, 'expected' | 'received'>): number | null =>
  expected === 0 ? null : received / expected;

/** A line for each station, those that brought least of what was due first, those of which nothing was due last. */
export function arrivalLines(
  data: ArrivalTable,
  stations: ReadonlyMap<number, StationSummary>,
): readonly ArrivalLine[] {
  const lines = data.stations.flatMap((id, at): ArrivalLine[] => {
    const station = stations.get(id);
    if (station === undefined) return [];
    const days = Array.from({ length: data.days }, (_, day) => ({
      expected: data.expected[at * data.days + day] ?? 0,
      received: data.received[at * data.days + day] ?? 0,
    }));
    const sum = (of: 'expected' | 'received') => days.reduce((total, day) => total + day[of], 0);
    const shares = days.map(shareOfLine);
    return [
      { station, shares, expected: sum('expected'), received: sum('received'), outages: outagesOf(days) },
    ];
  });
  return lines.sort(
    (a, b) => (shareOfLine(a) ?? 2) - (shareOfLine(b) ?? 2) || compareNatural(a.station.code, b.station.code),
  );
}

/** The fleet by day, and over all days. */
export function arrivalTotals(data: ArrivalTable, lines: readonly ArrivalLine[]) {
  const byDay = Array.from({ length: data.days }, (_, day) => {
    let [expected, received] = [0, 0];
    for (let at = day; at < data.expected.length; at += data.days) {
      expected += data.expected[at] ?? 0;
      received += data.received[at] ?? 0;
    }
    return shareOfLine({ expected, received });
  });
  const expected = data.expected.reduce((a, b) => a + b, 0);
  const received = data.received.reduce((a, b) => a + b, 0);
  const worst = byDay.reduce<number | null>((found, share, day) => {
    const least = found === null ? null : byDay[found];
    return share !== null && (least == null || share < least) ? day : found;
  }, null);
  const outages = lines.reduce((sum, line) => sum + line.outages.outages, 0);
  return {
    byDay,
    share: shareOfLine({ expected, received }),
    worst,
    outages,
    meanDays: meanDaysBetween(lines.map((line) => line.outages)),
  };
}

/** Midnight UTC of a day's number: for its date alone. */
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** How a cell looks: by what part of the day's readings came. */
export function lookOf(share: number | null): 'none' | 'all' | 'most' | 'many' | 'some' | 'nothing' {
  if (share === null) return 'none';
  if (share >= 0.95) return 'all';
  if (share >= 0.9) return 'most';
  if (share >= 0.6) return 'many';
  return share > 0 ? 'some' : 'nothing';
}
