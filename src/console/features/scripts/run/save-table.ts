/** A result table as a workbook. Its own chunk. */
import { saveFile } from '../../../components/save-file.ts';
import { sheetType, writeSheet } from '../../../components/sheets/write-sheet.ts';
import type { Table } from './tables.ts';

/** Widest column, letters. */
const widest = 40;

/** Hands the rows, as they are shown, to the browser. */
export function saveTable({ title, columns }: Pick<Table, 'title' | 'columns'>, rows: Table['rows']): void {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell)));
  const widths = columns.map((head, column) =>
    Math.min(widest, 2 + Math.max(head.length, ...cells.map((row) => String(row[column] ?? '').length))),
  );
  const bytes = writeSheet({ name: 'table', heads: [columns], rows: cells, widths });
  saveFile(`groundwatch-${title}.xlsx`, new Blob([bytes], { type: sheetType }));
}
