/** A block of a sheet pasted into the matrix: valid cells become edits, each invalid one is reported. Pure. */
import { plainText } from '../../../../base/csv.ts';
import type { ParameterField } from '../../../../catalogue/model.ts';
import { isBlank, parseCell } from '../../../../derive/parse-parameter.ts';
import { checkField, type ParameterProblem } from '../../../../domain/parameters/parameter-rules.ts';
import type { Text } from '../../../components/i18n.ts';
import type { Model } from '../model.ts';
import type { CellEdit } from './edit-cells.ts';

export interface BadCell {
  readonly device: number;
  readonly field: ParameterField;
  /** As it was pasted. */
  readonly typed: string;
  readonly problem: ParameterProblem;
}
export interface Pasted {
  readonly cells: readonly CellEdit[];
  readonly bad: readonly BadCell[];
  /** Column of what belongs to one device that one value would have been given to several of; null = none. */
  readonly unnamed: number | null;
  /** Cells that lie beyond the last row or column. */
  readonly beyond: number;
}

/** Rows and cells of tab-separated values; a quoted cell may hold tabs, lines and doubled quotes. */
export function cutBlock(tsv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const parts = tsv
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .matchAll(/("(?:[^"]|"")*"(?=[\t\n]|$)|[^\t\n]*)([\t\n]|$)/g);
  for (const [whole, cell = '', end] of parts) {
    if (whole === '' && end === '') break;
    const plain = /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    rows.at(-1)?.push(plainText(plain));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows;
}

/**
 * @param lines devices in the order of the rows
 * @param at the range that is chosen: one pasted cell fills it, a block begins at its first cell
 */
export function pasteBlock(
  model: Model,
  lines: readonly number[],
  at: { readonly row: number; readonly column: number; readonly toRow: number; readonly toColumn: number },
  tsv: string,
  text: Text,
): Pasted {
  const block = cutBlock(tsv);
  const isOne = block.length === 1 && block[0]?.length === 1;
  const rows = isOne ? at.toRow - at.row + 1 : block.length;
  const cells: CellEdit[] = [];
  const bad: BadCell[] = [];
  let beyond = 0;
  let unnamed: number | null = null;
  for (let down = 0; down < rows; down += 1) {
    const source = block[isOne ? 0 : down] ?? [];
    const across = isOne ? at.toColumn - at.column + 1 : source.length;
    for (let right = 0; right < across; right += 1) {
      const typed = source[isOne ? 0 : right] ?? '';
      if (isBlank(typed)) continue;
      const device = lines[at.row + down];
      const column = at.column + right;
      const field = model.fields[column];
      if (device === undefined || field === undefined) {
        beyond += 1;
        continue;
      }
      if (isOne && rows > 1 && field.own !== undefined) {
        unnamed = column;
        continue;
      }
      const value = parseCell(field, typed, text);
      const problem =
        value === undefined
          ? (checkField(field, field.type === 'set' ? [typed] : typed) ?? {
              field: field.id,
              reason: 'type' as const,
              params: {},
            })
          : checkField(field, value);
      if (problem === null && value !== undefined) cells.push({ device, column, value });
      else if (problem !== null) bad.push({ device, field, typed, problem });
    }
  }
  return { cells, bad, beyond, unnamed };
}
