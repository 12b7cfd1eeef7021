/** How many of the collections that were due brought a measured value. */
import { rows } from '../../../catalogue/index.ts';
import type { Channel, RowId } from '../../../catalogue/model.ts';
import { toNumber } from '../executor.ts';
import { columnOf, faultOf, someOf } from '../sealed/expression.ts';
import { storedRow } from '../tables.ts';
import type { ReadingSource } from './source.ts';

export interface ArrivalQuery {
  readonly row: RowId;
  readonly sourceId: number;
  /** Inclusive from, exclusive to, UTC ms. */
  readonly from: number;
  readonly to: number;
  /** Seconds between collections. */
  readonly cycle: number;
}
export interface Arrivals {
  /** Collections between the two moments. */
  readonly expected: number;
  /** Those of them that brought a reading: rows that come besides (on an event, when asked) make no other good. */
  readonly received: number;
}

const isMeasured = (channel: Channel): boolean => channel.type === 'number' && channel.chart === true;

/**
 * Channels by which a row is a reading of its sensor: what it measures, not its settings. The temperature of a sensor's
 * box is none where it measures something else.
 */
export function measured(row: RowId, element: boolean): readonly string[] {
  const definition = rows[row];
  const channels = (element ? definition.elements?.channels : definition.channels) ?? [];
  const found = channels.filter(isMeasured).map(({ id }) => id);
  const proper = found.filter((id) => id !== 'temperature');
  return proper.length === 0 ? found : proper;
}

/** The first, the middle and the last of a source's elements: a string of nodes works while one of them measures. */
async function someElements(source: ReadingSource, { row, sourceId }: ArrivalQuery): Promise<number[]> {
  const found = (
    await source.exec.all(
      'SELECT element FROM latest WHERE row_id = ? AND source_id = ? AND element > 0 ORDER BY element',
      [row, sourceId],
    )
  ).map(([element]) => toNumber(element));
  const places = [0, Math.floor(found.length / 2), found.length - 1];
  return [...new Set(places.flatMap((place) => found[place] ?? []))];
}

/**
 * Expected and received readings between two moments. What is missed follows from the distances between readings, so
 * that neither the phase of a device's clock nor additional rows change the count.
 */
export async function readArrivals(source: ReadingSource, query: ArrivalQuery): Promise<Arrivals> {
  const { row } = query;
  const cycle = Math.max(1, Math.round(query.cycle * 1000));
  const [from, to] = [Math.ceil(query.from), Math.ceil(query.to)];
  const expected = Math.max(0, Math.floor((to - from) / cycle));
  if (expected === 0) return { expected: 0, received: 0 };
  const inElements = rows[row].elements !== undefined;
  const elements = inElements ? await someElements(source, query) : [0];
  if (elements.length === 0) return { expected, received: 0 };
  const seen = await readSeen(source, query, elements, [from, to, cycle]);
  if (seen.count === 0) return { expected, received: 0 };
  const { first, last, missed: between } = seen;
  // Collections are due at whole cycles from the first reading, in both directions.
  const before = Math.floor((first - from) / cycle);
  const after = Math.floor((to - last - 1) / cycle);
  const within = Math.round((last - first) / cycle) + 1;
  return { expected: before + within + after, received: Math.max(0, within - between) };
}

interface Seen {
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** Collections that are missing between the first and the last. */
  readonly missed: number;
}

/** The moments at which one of the elements measured something. */
async function readSeen(
  source: ReadingSource,
  { row, sourceId }: ArrivalQuery,
  elements: readonly number[],
  [from, to, cycle]: readonly [number, number, number],
): Promise<Seen> {
  const stored = storedRow(row);
  const channels = measured(row, rows[row].elements !== undefined);
  const isMeasuredAt = channels.length === 0 ? [] : [someOf(channels.map(columnOf))];
  const conditions = [
    ...isMeasuredAt.map(({ sql }) => sql),
    ...(stored.fault === null ? [] : [`NOT coalesce(${stored.fault}, 1 = 0)`]),
  ];
  const half = Math.floor(cycle / 2);
  const among = `element IN (${elements.join(', ')})`;
  const [found] = await source.exec.all(
    `SELECT count(*), min(t), max(t), CAST(sum(CASE WHEN gap >= ${cycle} THEN (gap + ${half}) / ${cycle} - 1 ELSE 0 END) AS BIGINT),
       (SELECT count(*) FROM reading_chunks WHERE row_id = ? AND source_id = ? AND ${among} AND first_t < ? AND last_t >= ?)
     FROM (
       SELECT t, t - lag(t) OVER (ORDER BY t) AS gap FROM (
         SELECT DISTINCT t FROM ${stored.table}
         WHERE source_id = ? AND ${among} AND t >= ? AND t < ?
         ${conditions.map((condition) => `AND ${condition}`).join(' ')}) AS readings) AS gaps`,
    [row, sourceId, to, from, sourceId, from, to],
  );
  if (toNumber(found?.[4]) === 0) {
    const [count, first, last, missed] = [0, 1, 2, 3].map((place) => toNumber(found?.[place]));
    return { count: count ?? 0, first: first ?? 0, last: last ?? 0, missed: missed ?? 0 };
  }
  // Some of it is sealed: it is counted row by row.
  const moments = new Set<number>();
  for (const element of elements)
    await source.scanEach(
      { row, sourceId, element },
      from,
      to,
      [faultOf(stored)],
      (cells) => {
        for (const [t, isFault] of cells) if (isFault !== 1) moments.add(toNumber(t));
      },
      isMeasuredAt[0],
    );
  const times = [...moments].sort((a, b) => a - b);
  let missed = 0;
  for (let nth = 1; nth < times.length; nth += 1) {
    const gap = (times[nth] ?? 0) - (times[nth - 1] ?? 0);
    if (gap >= cycle) missed += Math.floor((gap + half) / cycle) - 1;
  }
  return { count: times.length, first: times[0] ?? 0, last: times.at(-1) ?? 0, missed };
}
