import { useCallback, useEffect, useMemo, useState } from 'react';
import type { TableColumn } from '../../../../derive/row-columns.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { DataTable } from '../../../components/table/DataTable.tsx';
import type { Doubted } from '../fetch-history.ts';
import { doubtedAt, readingAt } from './table-lines.ts';
import type { HistoryRows } from './use-table.ts';

const page = 400;
/** Room for a station's code and its channel, px. */
const least = 168;

/** Readings of several stations as one table: a row for each moment, a column for each line, newest first. */
export function HistoryTable(props: {
  readonly rows: HistoryRows;
  readonly zone: string;
  readonly doubted: Doubted | null;
}) {
  const { rows, zone, doubted } = props;
  const text = useText();
  const format = useFormat();
  const [count, setCount] = useState(page);
  const shape = rows.lines.map(({ line }) => line.key).join();
  useEffect(() => {
    if (shape !== '') setCount(page);
  }, [shape]);
  const columns = useMemo(
    () =>
      rows.lines.map(({ line }): TableColumn => {
        const { row, unit, digits, heading } = line.series;
        return {
          row,
          id: line.key,
          type: 'number',
          unit,
          digits,
          heading,
          values: null,
          flags: [],
          element: false,
        };
      }),
    [rows.lines],
  );
  const titles = useMemo(
    () =>
      Object.fromEntries(rows.lines.map(({ line }, index) => [line.key, rows.titles[index]?.short ?? ''])),
    [rows],
  );
  const shown = useMemo(() => {
    const { times, lines } = rows;
    return Array.from({ length: Math.min(count, times.length) }, (_, index) => {
      const t = times[times.length - 1 - index] ?? 0;
      const values = Object.fromEntries(lines.map((line) => [line.line.key, readingAt(line, t)]));
      const notGood = doubted === null ? null : doubtedAt(lines, doubted, t);
      return { t, values, ...(notGood === null ? {} : { notGood }) };
    });
  }, [rows, count, doubted]);
  const more = useCallback(() => setCount((before) => before + page), []);
  return (
    <DataTable
      label={text('history.table')}
      columns={columns}
      rows={shown}
      total={rows.times.length}
      zone={zone}
      onMore={more}
      titles={titles}
      least={least}
      foot={
        doubted !== null &&
        doubted.from > (rows.times[0] ?? Number.POSITIVE_INFINITY) && (
          <span>{text('history.doubtedFrom', { time: format.time(doubted.from, zone, 'full') })}</span>
        )
      }
    />
  );
}
