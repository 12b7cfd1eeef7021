/** One number of each of many series: the value that stood at a moment, or the amount that fell in a stretch. */
import type { RowId } from '../../../catalogue/model.ts';
import { longestInterval } from '../../../domain/readings/rain.ts';
import { type Cell, type Executor, toNumber } from '../executor.ts';
import { intervalOf, numberOf, someOf } from '../sealed/expression.ts';
import { firstRows, scanRows } from '../sealed/scan.ts';
import { storedRow } from '../tables.ts';

/** A series and a stretch of time, UTC ms. */
export interface SeriesSpan {
  readonly sourceId: number;
  readonly element: number;
  readonly from: number;
  readonly to: number;
}

export interface EarlierQuery {
  readonly row: RowId;
  readonly channel: string;
  readonly spans: readonly SeriesSpan[];
}

const place = {
  sqlite: (at: number) => `CAST(json_extract(span.value, '$[${at}]') AS INTEGER)`,
  postgres: (at: number) => `(span.value ->> ${at})::bigint`,
} as const;

/** A span as it is looked into: its readings, by what is asked of each. */
interface SpanLook {
  /** SQL of the answer from the row's table. */
  readonly sql: (condition: string, from: string) => string;
  /** The same from any readings. */
  readonly read: (span: SeriesSpan) => Promise<number | null>;
}

/** One answer for each span, in their order: by one statement where nothing is sealed, else from the readings of the span. */
async function each(
  exec: Executor,
  row: RowId,
  spans: readonly SeriesSpan[],
  { sql, read }: SpanLook,
): Promise<readonly (number | null)[]> {
  if (spans.length === 0) return [];
  const at = place[exec.dialect];
  const condition = (operator: '>' | '>=') =>
    `source_id = ${at(0)} AND element = ${at(1)} AND t ${operator} ${at(2)} AND t <= ${at(3)}`;
  const interval = storedRow(row).interval !== null;
  const list =
    exec.dialect === 'sqlite'
      ? 'json_each(?) AS span ORDER BY span.key'
      : 'json_array_elements(?::json) WITH ORDINALITY AS span(value, key) ORDER BY span.key';
  const param = JSON.stringify(
    spans.map(({ sourceId, element, from, to }) => [sourceId, element, Math.ceil(from), Math.floor(to)]),
  );
  const sealed = `EXISTS (SELECT 1 FROM reading_chunks WHERE row_id = ? AND source_id = ${at(0)} AND element = ${at(1)}
    AND first_t <= ${at(3)} AND last_t >= ${at(2)})`;
  const found = await exec.all(
    `SELECT (${sql(condition(interval ? '>' : '>='), at(2))}), CASE WHEN ${sealed} THEN 1 ELSE 0 END FROM ${list}`,
    [row, param],
  );
  const answers: (number | null)[] = [];
  for (const [nth, [cell, isSealed]] of found.entries()) {
    const span = spans[nth];
    answers.push(isSealed === 1 && span !== undefined ? await read(span) : numberOrNull(cell));
  }
  return answers;
}

const numberOrNull = (cell: Cell | undefined): number | null => (cell == null ? null : toNumber(cell));

/** Of each span the newest value in it, both ends inclusive; null where there is none. In the order of the spans. */
export function readEarlier(
  exec: Executor,
  { row, channel, spans }: EarlierQuery,
): Promise<readonly (number | null)[]> {
  const stored = storedRow(row);
  const value = numberOf(stored, channel);
  const outside = stored.interval === null ? 0 : 1;
  return each(exec, row, spans, {
    sql: (condition) =>
      `SELECT ${value.sql} FROM ${stored.table} WHERE ${condition} AND ${value.sql} IS NOT NULL ORDER BY t DESC LIMIT 1`,
    read: async ({ sourceId, element, from, to }) => {
      const asked = {
        key: { row, sourceId, element },
        from: Math.ceil(from) + outside,
        to: Math.floor(to) + 1,
        expressions: [value],
        where: someOf([value]),
        isDescending: true,
      };
      const [newest] = await firstRows(exec, asked, 1);
      return numberOrNull(newest?.[1]);
    },
  });
}

/**
 * Of each span the sum of an amount of intervals (rain) that ended in it, `from` outside and `to` inside; of an interval
 * that crosses `from` the part behind it, evenly over its time. Test tips do not count. null where nothing ended in it.
 */
export function readAmounts(
  exec: Executor,
  { row, channel, spans }: EarlierQuery,
): Promise<readonly (number | null)[]> {
  const stored = storedRow(row);
  const value = numberOf(stored, channel);
  const interval = intervalOf(stored);
  const length = `1000 * CASE WHEN ${interval.sql} > ${longestInterval} THEN ${longestInterval} ELSE ${interval.sql} END`;
  return each(exec, row, spans, {
    sql: (condition, from) => `SELECT sum(${value.sql} * CASE
      WHEN ${interval.sql} > 0 AND t - ${length} < ${from} THEN (t - ${from}) * 1.0 / (${length}) ELSE 1 END)
      FROM ${stored.table} WHERE ${condition}`,
    read: async ({ sourceId, element, from, to }) => {
      const start = Math.ceil(from);
      const asked = {
        key: { row, sourceId, element },
        from: stored.interval === null ? start : start + 1,
        to: Math.floor(to) + 1,
        expressions: [value, interval],
        where: someOf([value]),
      };
      let sum: number | null = null;
      for await (const rows of scanRows(exec, asked))
        for (const [t, amount, seconds] of rows) {
          const ms = typeof seconds === 'number' ? 1000 * Math.min(seconds, longestInterval) : 0;
          const behind = toNumber(t) - start;
          sum = (sum ?? 0) + toNumber(amount) * (ms > 0 && behind < ms ? behind / ms : 1);
        }
      return sum;
    },
  });
}
