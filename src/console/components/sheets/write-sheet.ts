/** A sheet as a workbook of its own. Its own chunk, with the library that writes it. */
import { type CellObject, utils, write } from 'xlsx';
import { neutralText } from '../../../base/csv.ts';
import { zoneOffset } from '../../../base/time.ts';

const day = 86_400_000;
/** Days between the epoch of sheets and ours. */
const epoch = 25_569;
export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Text, a number, nothing, or a moment (UTC ms) by the clocks of a zone. */
export type SheetValue = string | number | null | { readonly at: number; readonly zone: string };

/** A value as its cell: text that begins like a formula is text, a moment is a date. */
export function cellOf(value: SheetValue): CellObject {
  if (value === null) return { t: 'z' };
  if (typeof value === 'string') return { t: 's', v: neutralText(value) };
  if (typeof value === 'number') return { t: 'n', v: value };
  const { at, zone } = value;
  return { t: 'n', v: (at + zoneOffset(zone, at)) / day + epoch, z: 'yyyy-mm-dd hh:mm:ss' };
}

export interface SheetPlan {
  /** Of the sheet within the workbook. */
  readonly name: string;
  /** Heads, and units where there are some. */
  readonly heads: readonly (readonly string[])[];
  readonly rows: readonly (readonly SheetValue[])[];
  /** Widths of the columns, letters. */
  readonly widths: readonly number[];
}

export function writeSheet({ name, heads, rows, widths }: SheetPlan): ArrayBuffer {
  const sheet = utils.aoa_to_sheet([...heads, ...rows].map((row) => row.map(cellOf)));
  sheet['!cols'] = widths.map((wch) => ({ wch }));
  const last = { r: heads.length + rows.length - 1, c: widths.length - 1 };
  sheet['!autofilter'] = { ref: utils.encode_range({ s: { r: 0, c: 0 }, e: last }) };
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, name);
  return write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
}
