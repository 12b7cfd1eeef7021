import { csvCell, csvFile, neutralText } from '../../../../base/csv.ts';
import { formatTime } from '../../../../base/time-text.ts';
import type { TableColumn } from '../../../../derive/row-columns.ts';
import { loadChunk } from '../../../components/chunks.ts';
import type { Text } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { cellText } from '../../../components/table/cell-text.ts';
import type { DataRow } from '../../../components/table/DataTable.tsx';
import { fetchRows, type RowsOf } from '../rows/use-rows.ts';

/** The most that one request gives. */
const page = 1000;
/** The most rows that a browser writes as a file by itself. */
export const mostSaved = 50_000;

export interface RowsFile {
  readonly of: Omit<RowsOf, 'baselines'> & { readonly relative: boolean };
  readonly columns: readonly TableColumn[];
  /** `shown`: enumerations and flags in words; `raw`: as the device sent them. */
  readonly detail: 'shown' | 'raw';
  readonly format: 'xlsx' | 'csv';
  readonly name: string;
  readonly zone: string;
}

type Cell = string | number | null;

/** A value as a file has it: numbers as numbers, what is missing empty. */
export function fileCell(
  column: TableColumn,
  row: DataRow,
  file: Pick<RowsFile, 'detail' | 'zone'>,
  text: Text,
): Cell {
  const value = row.values[column.id] ?? null;
  if (value === null) return null;
  if (column.type === 'time') return formatTime(Number(value), file.zone, 'full');
  if (column.type === 'number') {
    if (file.detail === 'raw') return Number(value);
    const scale = 10 ** column.digits;
    return Math.round(Number(value) * scale) / scale;
  }
  return file.detail === 'raw' || column.type === 'text' ? value : cellText(column, value, text, file.zone);
}

/** Heads, units, then a line for each row, oldest first. */
export function fileLines(
  rows: readonly DataRow[],
  file: Pick<RowsFile, 'columns' | 'detail' | 'zone'>,
  text: Text,
) {
  const { columns, zone } = file;
  return [
    [text('table.time'), ...columns.map(({ heading }) => text(heading))],
    [zone, ...columns.map(({ unit }) => unit ?? '')],
    ...rows
      .toReversed()
      .map((row): Cell[] => [
        formatTime(row.t, zone, 'full'),
        ...columns.map((column) => fileCell(column, row, file, text)),
      ]),
  ];
}

/**
 * Saves rows of a range as a file: the one place that the Excel export of a station calls. `onRows` is called with how many
 * are here. Nothing is saved when the signal ends it. @throws ApiError
 */
export async function saveRows(
  file: RowsFile,
  text: Text,
  onRows: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const rows: DataRow[] = [];
  let before: number | undefined;
  for (;;) {
    const answer = await fetchRows(file.of, page, before, signal);
    rows.push(...answer.rows);
    onRows(rows.length);
    before = answer.rows.at(-1)?.t;
    if (before === undefined || rows.length >= Math.min(answer.total, mostSaved)) break;
  }
  signal.throwIfAborted();
  const lines = fileLines(rows, file, text);
  if (file.format === 'csv') {
    const content = csvFile(lines.map((line) => line.map((cell) => csvCell(cell ?? '')).join(',')));
    saveFile(`${file.name}.csv`, new Blob([content], { type: 'text/csv;charset=utf-8' }));
    return;
  }
  const { utils, write } = await loadChunk(() => import('xlsx'));
  const sheet = utils.aoa_to_sheet(
    lines.map((line) => line.map((cell) => (typeof cell === 'string' ? neutralText(cell) : cell))),
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, text(`row.${file.of.row}`).slice(0, 31));
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
  saveFile(`${file.name}.xlsx`, new Blob([bytes]));
}
