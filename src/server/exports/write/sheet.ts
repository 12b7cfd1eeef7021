/** One sheet's XML, row by row. */
import { neutralText } from '../../../base/csv.ts';
import { zoneOffset } from '../../../base/time.ts';
import type { ExportCell, ExportColumn, ExportRow } from '../table.ts';
import { look, lookOf } from './styles.ts';
import { columnName, xmlText } from './xml.ts';

const day = 86_400_000;
/** Days between the epoch of sheets (1899-12-30, as both Excel and LibreOffice count from 1900-03-01 on) and ours. */
const epoch = 25_569;
/** Rows of a sheet with its two heads (ECMA-376, Excel and LibreOffice). */
export const rowsOfSheet = 1_048_576;
/** Characters that are handed on at once. */
const piece = 65_536;

const textCell = (name: string, style: number, text: string) =>
  `<c r="${name}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(neutralText(text))}</t></is></c>`;

/** Writes a column's cell into a row; what comes before and after its value is made once. */
type Writer = (row: number, cell: ExportCell, cells: ExportRow) => string;

function writerOf(column: ExportColumn, index: number): Writer {
  const name = columnName(index);
  const style = lookOf(column);
  const styled = style === 0 ? '' : ` s="${style}"`;
  const text = (row: number, cell: string) => textCell(`${name}${row}`, 0, cell);
  const { kind, zone = 'UTC' } = column;
  if (kind === 'text') return (row, cell) => (cell === null || cell === '' ? '' : text(row, String(cell)));
  if (kind === 'number')
    return (row, cell) => {
      if (typeof cell === 'number')
        return Number.isFinite(cell) ? `<c r="${name}${row}"${styled}><v>${cell}</v></c>` : '';
      return cell === null ? '' : text(row, cell);
    };
  return (row, cell, cells) => {
    if (typeof cell !== 'number' || !Number.isFinite(cell)) return '';
    const own = typeof zone === 'number' ? String(cells[zone] ?? 'UTC') : zone;
    return `<c r="${name}${row}"${styled}><v>${(cell + zoneOffset(own, cell)) / day + epoch}</v></c>`;
  };
}

const usualWidth = { time: 20, number: 12, text: 18 } as const;
/** A title's width in characters; those of Chinese and Japanese take two. */
const widthOf = (text: string) => [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0);
const widthOfColumn = ({ kind, title, width }: ExportColumn) =>
  width ?? Math.min(60, Math.max(usualWidth[kind], widthOf(title) + 3));

/** Range of the filter: from the row of units, whose buttons leave the titles whole, to the last row. */
export const filterRange = (columns: number, rows: number): string =>
  `A2:${columnName(Math.max(0, columns - 1))}${Math.max(2, rows + 2)}`;

/** Batches of rows of which sheets take so many each. */
export class RowCursor {
  #batch: readonly ExportRow[] = [];
  #at = 0;
  #over = false;
  /** Rows that were handed out. */
  taken = 0;

  constructor(readonly source: AsyncGenerator<readonly ExportRow[]>) {}

  /** Ends the reading of rows: nobody takes them any more. */
  close(): void {
    void this.source.return(undefined).catch(() => undefined);
  }

  /** True where there is another row. */
  async hasMore(): Promise<boolean> {
    while (!this.#over && this.#at >= this.#batch.length) {
      const { done, value } = await this.source.next();
      if (done === true) this.#over = true;
      else {
        this.#batch = value;
        this.#at = 0;
      }
    }
    return !this.#over;
  }

  /** The next rows, at most `most`; none at the end. */
  async take(most: number): Promise<readonly ExportRow[]> {
    if (!(await this.hasMore())) return [];
    const found =
      this.#at === 0 && this.#batch.length <= most
        ? this.#batch
        : this.#batch.slice(this.#at, this.#at + most);
    this.#at += found.length;
    this.taken += found.length;
    return found;
  }
}

/**
 * A sheet: titles, units, rows; both heads stand while it is scrolled, and the row of units filters.
 * @param most rows besides its heads @returns the number of rows that it has got
 */
export async function* sheetXml(
  columns: readonly ExportColumn[],
  cursor: Pick<RowCursor, 'take'>,
  most: number,
): AsyncGenerator<string, number> {
  const writers = columns.map(writerOf);
  const heads = (row: number, style: number, texts: readonly string[]) =>
    `<row r="${row}">${texts.map((text, index) => textCell(`${columnName(index)}${row}`, style, text)).join('')}</row>`;
  const widths = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOfColumn(column)}" customWidth="1"/>`,
  );
  const units = columns.map(({ kind, unit, zone }) =>
    kind === 'time' ? (typeof zone === 'string' ? zone : '') : (unit ?? ''),
  );
  let text = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="2" topLeftCell="B3" activePane="bottomRight" state="frozen"/><selection pane="bottomRight" activeCell="B3" sqref="B3"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${heads(
    1,
    look.head,
    columns.map(({ title }) => title),
  )}${heads(2, look.unit, units)}`;
  let rows = 0;
  while (rows < most) {
    const batch = await cursor.take(most - rows);
    if (batch.length === 0) break;
    for (const cells of batch) {
      rows += 1;
      const row = rows + 2;
      text += `<row r="${row}">`;
      for (let index = 0; index < writers.length; index += 1)
        text += writers[index]?.(row, cells[index] ?? null, cells) ?? '';
      text += '</row>';
      if (text.length > piece) {
        yield text;
        text = '';
      }
    }
  }
  yield `${text}</sheetData><autoFilter ref="${filterRange(columns.length, rows)}"/></worksheet>`;
  return rows;
}
