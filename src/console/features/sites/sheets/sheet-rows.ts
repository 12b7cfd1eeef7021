/** The rows of a sheet below its heads, by column. Pure. */
import { longestSheetCell, mostSheetRows, type SheetRow } from '../../../../contract/sheets.ts';
import type { SheetProblem } from '../../../components/sheets/read-sheet.ts';
import { foldText, textOf } from '../../../components/sheets/table-file.ts';

export type RowsProblem = SheetProblem | 'notThis' | 'tooMany' | 'empty';
export interface ReadRows {
  readonly rows: readonly SheetRow[];
  /** Numbers of rows with a cell that is too long to be asked of the server. */
  readonly long: readonly number[];
}

/** Heads, and one more than is taken, so that too many are noticed. */
export const mostSheetLines = mostSheetRows + 2;

/**
 * Columns are found by their heads, in any order; those that the sheet has besides are left out. @param columns with their
 * heads in the user's language, which may also stand in the sheet as ids; @param needed without which it is another sheet
 */
export function rowsOf(
  lines: readonly (readonly unknown[])[],
  columns: readonly { readonly id: string; readonly head: string }[],
  needed: readonly string[],
): ReadRows | RowsProblem {
  const heads = (lines[0] ?? []).map((cell) => foldText(textOf(cell)));
  const places = columns.map(({ id, head }) => ({
    id,
    at: heads.findIndex((one) => one === foldText(head) || one === foldText(id)),
  }));
  if (places.some(({ id, at }) => at < 0 && needed.includes(id))) return 'notThis';
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
    cells.some(([, text]) => text.length > longestSheetCell);
  return {
    rows: filled
      .filter((row) => !isLong(row))
      .map(({ row, cells }) => ({ row, cells: Object.fromEntries(cells) })),
    long: filled.filter(isLong).map(({ row }) => row),
  };
}
