/** A send list as a workbook: address, name and language of each row below the heads. Pure but for the library that reads it. */
import { plainText } from '../../../../base/csv.ts';
import { type Language, languageNamed } from '../../../../base/messages.ts';
import { addressForm, longestAddressName, mostImported } from '../../../../contract/notify/send-list.ts';
import { type PickedSheet, pickSheet } from '../../../components/sheets/picked-sheet.ts';
import { readSheets, type SheetProblem } from '../../../components/sheets/read-sheet.ts';

export interface ListRow {
  readonly address: string;
  readonly name: string;
  readonly language: Language;
}
export interface WrongListRow {
  /** As the sheet numbers it. */
  readonly row: number;
  readonly why: 'address' | 'name' | 'language' | 'twice';
  /** What stands there; the other row of an address that is there twice. */
  readonly value: string;
}
export interface ReadList {
  readonly rows: readonly ListRow[];
  readonly wrong: readonly WrongListRow[];
  /** Rows that are not empty, heads aside. */
  readonly count: number;
}
export type ListProblem = SheetProblem | 'notList' | 'tooMany' | 'empty';

const textOf = (cell: unknown): string =>
  typeof cell === 'string' ? plainText(cell).trim() : typeof cell === 'number' ? String(cell) : '';
const isAddress = (text: string): boolean =>
  text.length <= addressForm.longest && new RegExp(addressForm.pattern).test(text);

/**
 * Reads lines of cells. Full-width letters of an address are what they stand for. The first of several rows for an
 * address counts. @param fallback language of a row that names none
 */
export function listOf(
  lines: readonly (readonly unknown[])[],
  fallback: Language,
): ReadList | 'notList' | 'tooMany' | 'empty' {
  const first = (lines[0] ?? []).map(textOf);
  const hasHeads = !isAddress((first[0] ?? '').normalize('NFKC'));
  const body = lines.map((line, index) => ({ row: index + 1, cells: line.map(textOf) }));
  const filled = body
    .slice(hasHeads ? 1 : 0)
    .filter(({ cells }) => cells.slice(0, 3).some((cell) => cell !== ''));
  if (filled.length === 0) return 'empty';
  if (filled.length > mostImported) return 'tooMany';
  if (!filled.some(({ cells }) => (cells[0] ?? '').includes('@'))) return 'notList';
  const rows = new Map<string, ListRow & { readonly row: number }>();
  const wrong: WrongListRow[] = [];
  for (const { row, cells } of filled) {
    const address = (cells[0] ?? '').normalize('NFKC');
    const name = cells[1] ?? '';
    const given = cells[2] ?? '';
    const language = given === '' ? fallback : languageNamed(given);
    const same = rows.get(address.toLowerCase());
    if (!isAddress(address)) wrong.push({ row, why: 'address', value: cells[0] ?? '' });
    else if (same !== undefined) wrong.push({ row, why: 'twice', value: String(same.row) });
    else if (name.length > longestAddressName) wrong.push({ row, why: 'name', value: name });
    else if (language === undefined) wrong.push({ row, why: 'language', value: given });
    else rows.set(address.toLowerCase(), { row, address, name, language });
  }
  const taken = [...rows.values()].map(({ address, name, language }) => ({ address, name, language }));
  return { rows: taken, wrong, count: filled.length };
}

/** The list that a workbook holds, or why it holds none. @param sheet chosen by hand; null = the first that fits */
export async function readList(
  file: Blob,
  fallback: Language,
  sheet: string | null,
): Promise<PickedSheet<ReadList | ListProblem>> {
  // Heads, and one more than is taken, so that too many are noticed.
  const sheets = await readSheets(file, mostImported + 2);
  if (typeof sheets === 'string') return { name: '', read: sheets, names: [] };
  return pickSheet<ReadList | ListProblem>(
    sheets,
    (lines) => listOf(lines, fallback),
    (read) => read === 'notList' || read === 'empty',
    sheet,
  );
}
