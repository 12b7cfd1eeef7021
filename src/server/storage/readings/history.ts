/** History: raw rows where they fit, else bins made of the coarsest rollups that serve. */
import type { HistoryColumns } from '../../../contract/history/columns.ts';
import { toNumber } from '../executor.ts';
import { type Calendar, DAY, daySpan, HOUR } from '../rollup/calendar.ts';
import { unpackBuckets } from '../rollup/pack.ts';
import type { ColumnPiece } from '../sealed/scan.ts';
import type { HistoryQuery } from '../storage.ts';
import { numericSql, storedRow } from '../tables.ts';
import { scanAmounts } from './amounts.ts';
import { BinColumns } from './bin-columns.ts';
import { joined } from './columns.ts';
import { binAt, stepFor } from './grid.ts';
import type { PackedSeries, ReadingSource } from './source.ts';

/** Rows, by columns, as raw history. */
export function rawColumns(channels: readonly string[], pieces: readonly ColumnPiece[]): HistoryColumns {
  const [t = new Float64Array(), ...values] = joined(pieces, channels.length);
  return {
    mode: 'raw',
    step: 0,
    t,
    channels: channels.map((channel, i) => ({
      channel,
      value: values[i] ?? null,
      min: null,
      max: null,
      first: null,
      last: null,
      mean: null,
    })),
  };
}

/** Bins of an answer whose width the asker has chosen. */
const mostBins = 10_000;

/**
 * Answers a history query. Raw: rows from `from` to before `to`, when there are at most 2 × bins or `rawUpTo`, and no width of bins is wanted. Bins: every bin that
 * touches the range, whole, so that its value does not depend on where the range begins.
 */
export async function readHistory(source: ReadingSource, query: HistoryQuery): Promise<HistoryColumns> {
  const row = storedRow(query.row);
  numericSql(row, query.channels);
  const from = Math.ceil(query.from);
  const to = Math.ceil(query.to);
  if (to <= from) return rawColumns(query.channels, []);
  const fits = Math.max(2 * Math.max(1, query.bins), query.rawUpTo ?? 0);
  const floor = await source.floor(query);
  const isFixed = query.step !== undefined;
  if (!isFixed && from >= floor && (await source.count(query, from, to, fits + 1)) <= fits) {
    const pieces: ColumnPiece[] = [];
    for await (const piece of source.scanColumns(query, from, to, query.channels)) pieces.push(piece);
    return rawColumns(query.channels, pieces);
  }
  const calendar = await source.calendar(query);
  const span = await dataSpan(source, query, from, to);
  const step = Math.max(query.step ?? 0, stepFor(to - from, isFixed ? mostBins : query.bins));
  const bins = new BinColumns(query.channels.length, (t) => binAt(calendar, step, t));
  const rules = new Map(row.rollup.map(({ id, rule }) => [id, rule]));
  if (span) {
    const low = binAt(calendar, step, span.first).start;
    const high = binAt(calendar, step, span.last).end;
    const rolled = query.channels.every((channel) => rules.has(channel));
    if (rolled && (step >= HOUR || low < floor)) {
      await fromRollups(source, query, bins, { calendar, step, low, high, floor });
    } else await scanInto(source, query, bins, { calendar, step }, low, high);
  }
  return bins.columns(query.channels, rules, step);
}

/** First and last moment of the range that can hold readings: an open-ended range must not walk empty centuries. */
async function dataSpan(source: ReadingSource, query: HistoryQuery, from: number, to: number) {
  const end = (order: string): string =>
    `(SELECT day FROM rollup_days WHERE row_id = ? AND source_id = ? AND element = ? ORDER BY day ${order} LIMIT 1)`;
  const key = [query.row, query.sourceId, query.element];
  const [found] = await source.exec.all(`SELECT ${end('ASC')}, ${end('DESC')}`, [...key, ...key]);
  if (typeof found?.[0] !== 'number') return null;
  const first = Math.max(from, found[0]);
  const last = Math.min(to - 1, toNumber(found[1]) + 2 * DAY);
  return first <= last ? { first, last } : null;
}

interface Range {
  readonly calendar: Calendar;
  readonly step: number;
  readonly low: number;
  readonly high: number;
  readonly floor: number;
}

/** Rows, and parts of amounts, that lie in [from, to). */
async function scanInto(
  source: ReadingSource,
  query: HistoryQuery,
  bins: BinColumns,
  { calendar, step }: Pick<Range, 'calendar' | 'step'>,
  from: number,
  to: number,
): Promise<void> {
  const { lag, rollup } = storedRow(query.row);
  const isSum = new Set(rollup.filter(({ rule }) => rule === 'sum').map(({ id }) => id));
  const sums = query.channels.flatMap((id, position) => (isSum.has(id) ? [{ id, position }] : []));
  if (sums.length === 0) {
    await source.scan(query, from + lag, to + lag, query.channels, (rows) => {
      for (const cells of rows) bins.addRow(cells, lag);
    });
    return;
  }
  // Also rows without any amount make a bin, as they make an hour.
  const plain = query.channels.filter((id) => !isSum.has(id));
  const places = query.channels.map((id) => plain.indexOf(id) + 1);
  await source.scan(query, from + lag, to + lag, plain, (rows) => {
    for (const cells of rows) {
      const [t = null] = cells;
      bins.addRow([t, ...places.map((place) => (place === 0 ? null : (cells[place] ?? null)))], lag);
    }
  });
  // An answer does not depend on whether it is made of hours: amounts are cut at them wherever hours could serve.
  const grid = Math.min(step, HOUR);
  const startOf = (t: number): number => binAt(calendar, grid, t).start;
  await scanAmounts(
    source,
    query,
    sums.map(({ id }) => id),
    from,
    to,
    startOf,
    (nth, t, amount) => bins.addPart(t, sums[nth]?.position ?? 0, amount),
  );
}

/**
 * Days from their summaries where a bin is a day or wider, else from their hours. A day that has changed, or that is
 * too sparse to have hours, is read from the readings; once those are pruned its summary stands for the whole day.
 */
async function fromRollups(
  source: ReadingSource,
  query: HistoryQuery,
  bins: BinColumns,
  { calendar, step, low, high, floor }: Range,
): Promise<void> {
  const firstDay = daySpan(calendar, low).start;
  const summaries = await source.summaries(query, firstDay, high);
  const hours = step < DAY ? await source.hours(query, firstDay, high) : null;
  let raw: { from: number; to: number } | null = null;
  const flush = async (): Promise<void> => {
    if (raw) {
      await scanInto(
        source,
        query,
        bins,
        { calendar, step },
        Math.max(raw.from, low),
        Math.min(raw.to, high),
      );
    }
    raw = null;
  };
  const add = async ({ bytes, layout }: PackedSeries, day: number): Promise<void> => {
    await flush();
    for (const { index, aggregates } of unpackBuckets(bytes, await source.layout(layout), query.channels)) {
      const t = day + index * HOUR;
      if (t < high && t + HOUR > low) bins.addBucket(Math.max(t, low), aggregates);
    }
  };
  for (const [day, summary] of summaries) {
    const hourly = hours?.get(day);
    if (summary && hourly) await add(hourly, day);
    else if (summary && (!hours || day < floor)) await add(summary, day);
    else {
      const from: number = (raw as { from: number } | null)?.from ?? day;
      raw = { from, to: daySpan(calendar, day).end };
    }
  }
  await flush();
}
