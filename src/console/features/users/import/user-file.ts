/** Users as a workbook, a CSV file or pasted cells: one a row below the heads. Pure but for the library that reads workbooks. */
import { type Language, languageNamed } from '../../../../base/messages.ts';
import { type ImportedUser, mostUsersImported } from '../../../../contract/company/users.ts';
import { type PickedSheet, pickSheet } from '../../../components/sheets/picked-sheet.ts';
import type { SheetProblem } from '../../../components/sheets/read-sheet.ts';
import { foldText, pastedLines, sheetsOfFile, textOf } from '../../../components/sheets/table-file.ts';
import { longestCell, userColumns } from './columns.ts';

export type UserFileProblem = SheetProblem | 'notUsers' | 'tooMany' | 'empty';
export interface WrongUserRow {
  /** As the sheet numbers it. */
  readonly row: number;
  readonly accountName: string;
  readonly field: 'language' | 'long';
  readonly value: string;
}
export interface ReadUsers {
  readonly rows: readonly ImportedUser[];
  /** Rows that cannot be asked of the server. */
  readonly wrong: readonly WrongUserRow[];
}

/** Heads, and one more than is taken, so that too many are noticed. */
const mostLines = mostUsersImported + 2;

/** Reads lines of cells whose first holds the heads. @param heads of the template, in each language */
export function usersOf(
  lines: readonly (readonly unknown[])[],
  heads: readonly (readonly string[])[],
  fallback: Language,
): ReadUsers | UserFileProblem {
  const [first = []] = lines;
  const isHead = (at: number) => heads.some((of) => foldText(textOf(first[at])) === foldText(of[at] ?? ''));
  if (!isHead(0) || !isHead(3)) return 'notUsers';
  const filled = lines
    .map((line, index) => ({ row: index + 1, cells: userColumns.map((_, at) => textOf(line[at])) }))
    .slice(1)
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (filled.length === 0) return 'empty';
  if (filled.length > mostUsersImported) return 'tooMany';
  const rows: ImportedUser[] = [];
  const wrong: WrongUserRow[] = [];
  for (const { row, cells } of filled) {
    const [accountName = '', fullName = '', phone = '', role = '', company = '', given = '', password = ''] =
      cells;
    const language = given === '' ? fallback : languageNamed(given);
    const long = cells.find((cell) => cell.length > longestCell);
    if (long !== undefined) wrong.push({ row, accountName, field: 'long', value: long });
    else if (language === undefined) wrong.push({ row, accountName, field: 'language', value: given });
    else rows.push({ row, accountName, fullName, phone, role, company, language, password });
  }
  return { rows, wrong };
}

const usersOrWhy = (
  lines: readonly (readonly unknown[])[] | SheetProblem,
  heads: readonly (readonly string[])[],
  fallback: Language,
) => (typeof lines === 'string' ? lines : usersOf(lines, heads, fallback));

/** Cells that were pasted, or typed with tabs, commas or semicolons between them. */
export const pastedUsers = (text: string, heads: readonly (readonly string[])[], fallback: Language) =>
  usersOrWhy(pastedLines(text, mostLines), heads, fallback);

/** The users of a file, or why it holds none. @param sheet chosen by hand; null = the first that fits */
export async function readUserFile(
  file: File,
  heads: readonly (readonly string[])[],
  fallback: Language,
  sheet: string | null,
): Promise<PickedSheet<ReadUsers | UserFileProblem>> {
  const sheets = await sheetsOfFile(file, mostLines, fallback);
  if (typeof sheets === 'string') return { name: '', read: sheets, names: [] };
  return pickSheet<ReadUsers | UserFileProblem>(
    sheets,
    (lines) => usersOf(lines, heads, fallback),
    (read) => read === 'notUsers',
    sheet,
  );
}
