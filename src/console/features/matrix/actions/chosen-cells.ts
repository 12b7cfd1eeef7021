/** Which cells an action of the matrix acts on. Pure. */
import type { CellPosition, CellRange } from '../grid/geometry.ts';
import type { SheetData } from '../use-sheet.ts';

/** The current cell, and all that are chosen with it. */
export interface Chosen {
  readonly at: CellPosition;
  readonly range: CellRange;
}
/** `rows`: the current column of the chosen rows; `selection`: all chosen cells. */
export type ActionScope = 'cell' | 'rows' | 'selection' | 'column' | 'row' | 'all';

/** Rows or values that are listed for a command at most. */
export const mostListed = 200;

/** Devices and columns that a word means. */
export function cellsOf(
  { model, lines }: SheetData,
  { at, range }: Chosen,
  where: ActionScope,
): { readonly devices: readonly number[]; readonly columns: readonly number[] } {
  const all = model.fields.map((_, column) => column);
  const here = at.column > 0 ? [at.column - 1] : [];
  const row = lines.slice(at.row, at.row + 1);
  if (where === 'cell') return { devices: row, columns: here };
  if (where === 'rows') return { devices: lines.slice(range.row, range.toRow + 1), columns: here };
  if (where === 'column') return { devices: lines, columns: here };
  if (where === 'row') return { devices: row, columns: all };
  if (where === 'all') return { devices: lines, columns: all };
  return {
    devices: lines.slice(range.row, range.toRow + 1),
    columns: all.slice(Math.max(0, range.column - 1), range.toColumn),
  };
}

/** True when the sheet shows a row; otherwise the message that says why an action is unavailable. */
export const someRow = ({ lines }: SheetData): true | 'matrix.noRow' =>
  lines.length > 0 ? true : 'matrix.noRow';
