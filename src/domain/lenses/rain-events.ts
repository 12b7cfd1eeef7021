/** Rain by the hour, its events, and the lines of intensity and duration that were published. Amounts mm, times UTC ms. */
import { counts, intervalLength, type RainRow, shareOf } from '../readings/rain.ts';
import { hour } from './series.ts';

/** Rain of whole hours, one after the other; the first begins at `from`. */
export interface HourlyRain {
  readonly from: number;
  readonly amount: Float64Array;
}

/** Sums of whole hours from the first that holds `from` up to `to`; an interval that crosses a border is split by time. */
export function hourlyRain(rows: Iterable<RainRow>, from: number, to: number): HourlyRain {
  const begin = Math.floor(from / hour) * hour;
  const amount = new Float64Array(Math.max(0, Math.ceil((to - begin) / hour)));
  for (const row of rows) {
    if (!counts(row)) continue;
    const length = intervalLength(row.interval);
    const last = Math.min(amount.length - 1, Math.ceil((row.t - begin) / hour) - 1);
    for (let i = last; i >= 0; i -= 1) {
      const start = begin + i * hour;
      amount[i] = (amount[i] as number) + shareOf(row.amount, row.t, length, start, start + hour);
      if (start <= row.t - length) break;
    }
  }
  return { from: begin, amount };
}

export interface RainSpell {
  readonly from: number;
  readonly to: number;
  readonly sum: number;
  /** h. */
  readonly duration: number;
  /** mm/h, mean over its duration. */
  readonly intensity: number;
  readonly most1h: number;
  readonly most24h: number;
}

/** An hour counts as wet from this amount on: a tip of the finest gauges. */
const wet = 0.1;

/** Stretches of rain that hours without rain, at least `gap` of them, hold apart. */
export function rainEvents({ from, amount }: HourlyRain, gap: number): readonly RainSpell[] {
  const events: RainSpell[] = [];
  let first = -1;
  let last = -1;
  const close = () => {
    if (first < 0) return;
    const own = amount.slice(first, last + 1);
    const sum = own.reduce((all, one) => all + one, 0);
    let [most24h, running] = [0, 0];
    own.forEach((one, i) => {
      running += one - (i >= 24 ? (own[i - 24] as number) : 0);
      most24h = Math.max(most24h, running);
    });
    const duration = last - first + 1;
    events.push({
      from: from + first * hour,
      to: from + (last + 1) * hour,
      sum,
      duration,
      intensity: sum / duration,
      most1h: own.reduce((most, one) => Math.max(most, one), 0),
      most24h,
    });
    first = -1;
  };
  amount.forEach((one, i) => {
    if (one < wet) return;
    if (first >= 0 && i - last - 1 >= gap) close();
    if (first < 0) first = i;
    last = i;
  });
  close();
  return events;
}

/** A line I = a · D^b of mean intensity (mm/h) over duration (h) above which slides were observed. */
export interface RainLine {
  readonly a: number;
  readonly b: number;
  /** Durations that it holds for, h. */
  readonly from: number;
  readonly to: number;
  /** Hours without rain that hold its events apart. */
  readonly gap: number;
  readonly source: string;
}

/**
 * Published lines. They are of shallow slides and debris flows: they do not speak of deep ones. Caine 1980 (Geografiska Annaler
 * 62 A, 23–27), world-wide, 10 minutes to 10 days; Saito, Nakayama and Matsuyama 2010 (Geomorphology 118, 167–175), Japan;
 * Chleborad, Baum and Godt 2006 (US Geological Survey, Open-File Report 2006-1064), Seattle, in inches there, 20 to 55 hours.
 */
export const rainLines = {
  caine: { a: 14.82, b: -0.39, from: 1 / 6, to: 240, gap: 6, source: 'Caine 1980' },
  saito: { a: 2.18, b: -0.26, from: 3, to: 537, gap: 24, source: 'Saito, Nakayama & Matsuyama 2010' },
  seattle: { a: 3.257 * 25.4, b: -1.13, from: 20, to: 55, gap: 3, source: 'Chleborad, Baum & Godt 2006' },
} as const satisfies Record<string, RainLine>;
export type RainLineId = keyof typeof rainLines;
export const rainLineIds = Object.keys(rainLines) as readonly RainLineId[];

/** Intensity of a line at a duration (h), mm/h; null for durations that it does not hold for. */
export const lineAt = ({ a, b, from, to }: RainLine, duration: number): number | null =>
  duration < from || duration > to ? null : a * duration ** b;

/**
 * Antecedent rain line of Seattle (the same report): the sum of 3 days, mm, from which on slides were
 * observed, by the sum of the 15 days before those.
 */
export const seattleP3 = (p15: number): number => 3.5 * 25.4 - 0.67 * p15;
