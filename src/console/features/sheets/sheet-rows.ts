/** The rows of a sheet below its heads, by column. Pure. */
import { longestSheetCell, mostSheetRows, type SheetRow } from '../../../contract/sheets.ts';
import type { SheetProblem } from '../../components/sheets/read-sheet.ts';
import { foldText, textOf } from '../../components/sheets/table-file.ts';

export type RowsProblem = SheetProblem | 'notThis' | 'tooMany' | 'empty';
export interface ReadRows {
  readonly rows: readonly SheetRow[];
  /** Numbers of rows with a cell that is too long to be asked of the server. */
  readonly long: readonly number[];
}
export interface SheetColumnHeads {
  readonly id: string;
  /** In every language. */
  readonly heads: readonly string[];
}

/** Heads, and one more than is taken, so that too many are noticed. */
export const mostSheetLines = mostSheetRows + 2;

/**
 * Columns are found by their heads, in any order and language; those that the sheet has besides are left out.
 * @param columns which may also stand in the sheet as ids
 * @param needed without which it is another sheet
 * @param other what a column besides is, by its head; null = nothing
 */
export function rowsOf(
  lines: readonly (readonly unknown[])[],
  columns: readonly SheetColumnHeads[],
  needed: readonly string[],
  other: (head: string) => string | null = () => null,
): ReadRows | RowsProblem {
  const given = (lines[0] ?? []).map(textOf);
  const heads = given.map(foldText);
  const listed = columns.map(({ id, heads: named }) => {
    const known = new Set([id, ...named].map(foldText));
    return { id, at: heads.findIndex((one) => known.has(one)) };
  });
  if (listed.some(({ id, at }) => at < 0 && needed.includes(id))) return 'notThis';
  const besides = given.flatMap((head, at) => {
    const id = head === '' || listed.some((one) => one.at === at) ? null : other(head);
    return id === null ? [] : [{ id, at }];
  });
  const places = [...listed, ...besides];
  const filled = lines
    .map((line, index) => ({
      row: index + 1,
      cells: places.flatMap(({ id, at }) => {
        const text = at < 0 ? '' : textOf(line[at]);
        return text === '' ? [] : [[id, text] as const];
      }),
    }))
    .slice(1)
    .filter(({ cells }) => cells.length > 0);
  if (filled.length === 0) return 'empty';
  if (filled.length > mostSheetRows) return 'tooMany';
  const isLong = ({ cells }: (typeof filled)[number]) =>
    cells.some((cell) => cell.some((text) => text.length > longestSheetCell));
  return {
    rows: filled
      .filter((row) => !isLong(row))
      .map(({ row, cells }) => ({ row, cells: Object.fromEntries(cells) })),
    long: filled.filter(isLong).map(({ row }) => row),
  };
}
