/** A workbook, a CSV file or pasted cells as lines of text cells. Pure but for the library that reads workbooks. */
import { plainText } from '../../../base/csv.ts';
import { delimitedLines } from '../../../base/delimited.ts';
import type { Language } from '../../../base/messages.ts';
import { type BookSheet, largestSheet, readSheets, type SheetProblem } from './read-sheet.ts';

/** A number of more digits than spreadsheets keep (a card's, typed as a number) shows that they are lost. */
const numberText = (cell: number) =>
  Number.isInteger(cell) && !Number.isSafeInteger(cell) ? cell.toExponential() : String(cell);
export const textOf = (cell: unknown): string =>
  typeof cell === 'string'
    ? plainText(cell).trim()
    : typeof cell === 'number'
      ? numberText(cell)
      : typeof cell === 'boolean'
        ? String(cell)
        : '';
export const foldText = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Spreadsheets of China and Japan save CSV in their own encodings. */
async function decoded(file: Blob, language: Language): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(language === 'ja' ? 'shift_jis' : 'gb18030').decode(bytes);
  }
}

/** Lines of cells that were pasted, or typed with tabs, commas or semicolons between them. */
export const pastedLines = (
  text: string,
  mostLines: number,
): readonly (readonly unknown[])[] | SheetProblem =>
  text.length > largestSheet ? 'tooLarge' : delimitedLines(text, mostLines);

/** Sheets of a file, one of a CSV file; or why it holds none. @param language of who saved it, for files that are no UTF-8 */
export async function sheetsOfFile(
  file: File,
  mostLines: number,
  language: Language,
): Promise<readonly BookSheet[] | SheetProblem> {
  if (file.size > largestSheet) return 'tooLarge';
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) return readSheets(file, mostLines);
  const lines = pastedLines(await decoded(file, language), mostLines);
  return typeof lines === 'string' ? lines : [{ name: file.name, lines }];
}
