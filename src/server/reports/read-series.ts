/**
 * All that a report reads of a sensor whose readings are looked at one by one: values, what arrived and what is missing, by one
 * pass over its rows. The answers are those of the reads `history`, `arrivals`, `gaps`, `overview` and `count`, which read them five times.
 */
import { rows } from '../../catalogue/index.ts';
import type { TimeSeries } from '../../domain/lenses/series.ts';
import { toNumber } from '../storage/executor.ts';
import { type Arrivals, measured } from '../storage/readings/arrivals.ts';
import { GapFinder, gapLimits } from '../storage/readings/gaps.ts';
import type { ReadingSource, SeriesKey } from '../storage/readings/source.ts';
import {
  columnOf,
  faultOf,
  numberOf,
  type RowExpression,
  receivedAt,
  someOf,
} from '../storage/sealed/expression.ts';
import { firstRows } from '../storage/sealed/scan.ts';
import type { Gap } from '../storage/storage.ts';
import { type StoredRow, storedRow } from '../storage/tables.ts';

export interface SeriesAsked extends SeriesKey {
  readonly channel: string;
  /** Inclusive from, exclusive to, UTC ms. */
  readonly from: number;
  readonly to: number;
  /** When readings are due: until when, seconds between collections and between the node's reports; null = they are not. */
  readonly due: { readonly until: number; readonly cycle: number; readonly sendCycle: number } | null;
}
export interface SeriesRead {
  /** NaN = missing. */
  readonly series: TimeSeries;
  /** Null where nothing was due. */
  readonly arrival: Arrivals | null;
  readonly gaps: readonly Gap[];
}

/** What is out of the ordinary about a row, as bits. */
const isFault = 1;
const isLate = 2;
const isUnmeasured = 4;

/** Bits of a row; null for an ordinary one, which costs less to hand over. */
function marksOf(stored: StoredRow, delay: number): RowExpression {
  const fault = faultOf(stored);
  const channels = measured(stored.id, false);
  const some = channels.length === 0 ? null : someOf(channels.map(columnOf));
  const parts = [
    ...(stored.fault === null ? [] : [`CASE WHEN ${stored.fault} THEN ${isFault} ELSE 0 END`]),
    `CASE WHEN ${receivedAt.sql} - t > ${delay} THEN ${isLate} ELSE 0 END`,
    ...(some === null ? [] : [`CASE WHEN ${some.sql} THEN 0 ELSE ${isUnmeasured} END`]),
  ];
  return {
    sql: `NULLIF(${parts.join(' + ')}, 0)`,
    of: (chunk) => {
      const [faultAt, received] = [fault.of(chunk), receivedAt.of(chunk)];
      const isMeasured = some?.of(chunk) ?? (() => true);
      return (nth) => {
        const late = toNumber(received(nth)) - (chunk.t[nth] ?? Number.NaN) > delay;
        const marks =
          (faultAt(nth) === 1 ? isFault : 0) + (late ? isLate : 0) + (isMeasured(nth) ? 0 : isUnmeasured);
        return marks === 0 ? null : marks;
      };
    },
  };
}

/** Expected and received readings by the moments that brought one; see `readArrivals`. */
function arrivalsOf(times: readonly number[], from: number, to: number, seconds: number): Arrivals {
  const cycle = Math.max(1, Math.round(seconds * 1000));
  const expected = Math.max(0, Math.floor((to - from) / cycle));
  const [first, last] = [times[0], times.at(-1)];
  if (expected === 0 || first === undefined || last === undefined) return { expected, received: 0 };
  const half = Math.floor(cycle / 2);
  let between = 0;
  for (let nth = 1; nth < times.length; nth += 1) {
    const gap = (times[nth] as number) - (times[nth - 1] as number);
    if (gap >= cycle) between += Math.floor((gap + half) / cycle) - 1;
  }
  const within = Math.round((last - first) / cycle) + 1;
  return {
    expected: Math.floor((first - from) / cycle) + within + Math.floor((to - last - 1) / cycle),
    received: Math.max(0, within - between),
  };
}

/** The newest row before a moment, and the moment since when readings can be missed. */
async function sinceWhen(source: ReadingSource, asked: SeriesAsked, firstAt: number | undefined) {
  const backwards = { from: Number.MIN_SAFE_INTEGER, to: asked.from, expressions: [], isDescending: true };
  const [before] = await firstRows(source.exec, { key: asked, ...backwards }, 1);
  return before === undefined
    ? { since: firstAt ?? asked.to, before: null }
    : { since: asked.from, before: toNumber(before[0]) };
}

/**
 * Reads a sensor's series with its arrival and gaps; null where it is to be read otherwise: it has more rows than that, elements, or
 * readings that retention has removed.
 * @param most rows that are looked at
 */
export async function readSeries(
  source: ReadingSource,
  asked: SeriesAsked,
  most: number,
): Promise<SeriesRead | null> {
  const stored = storedRow(asked.row);
  const { due } = asked;
  const [from, to] = [Math.ceil(asked.from), Math.ceil(asked.to)];
  if (rows[asked.row].elements !== undefined || asked.element !== 0) return null;
  if ((await source.floor(asked)) !== Number.NEGATIVE_INFINITY) return null;
  // Rows that would be thrown away again are not fetched where it is known that there are too many.
  if (due !== null && (to - from) / (due.cycle * 1000) > 1.1 * most) return null;
  const limits = gapLimits(due?.cycle ?? 1, due?.sendCycle);
  const expressions = [
    numberOf(stored, asked.channel),
    ...(due === null ? [] : [marksOf(stored, limits.delay)]),
  ];
  const found = await source.page(asked, from, to, expressions, most + 1);
  if (found.length > most) return null;
  const series = { t: new Float64Array(found.length), values: new Float64Array(found.length) };
  for (let nth = 0; nth < found.length; nth += 1) {
    series.t[nth] = toNumber(found[nth]?.[0]);
    series.values[nth] = toNumber(found[nth]?.[1]);
  }
  if (due === null) return { series, arrival: null, gaps: [] };
  const { since, before } = await sinceWhen(source, { ...asked, from, to }, series.t[0]);
  const until = Math.ceil(due.until);
  if (since >= until) return { series, arrival: null, gaps: [] };
  const finder = new GapFinder(limits, since, until);
  if (before !== null) finder.at(before);
  const moments: number[] = [];
  for (let nth = 0; nth < found.length; nth += 1) {
    const t = series.t[nth] as number;
    if (t >= until) break;
    const marks = toNumber(found[nth]?.[2] ?? 0);
    finder.row(t, t + (marks & isLate ? Number.POSITIVE_INFINITY : 0), (marks & isFault) !== 0);
    if ((marks & (isFault | isUnmeasured)) === 0) moments.push(t);
  }
  return { series, arrival: arrivalsOf(moments, since, until, due.cycle), gaps: finder.finish(until) };
}
