/** The first sheet of a workbook, as cells. Its own chunk, with the library that reads it. */
import { read, utils } from 'xlsx';
import { unpacksWithin } from './zip.ts';

/** Bytes of a workbook, and of what it unpacks to. */
export const largestSheet = 4 * 1024 * 1024;
const largestUnpacked = 48 * 1024 * 1024;

export type SheetProblem = 'tooLarge' | 'notSheet';

/**
 * Lines of cells, empty ones too, so that the index is that of the sheet's row less 1; or why it is no workbook. Looked at
 * before anything of it is unpacked. `mostLines`: what lies below is not read.
 */
export async function readSheet(
  file: Blob,
  mostLines: number,
): Promise<readonly (readonly unknown[])[] | SheetProblem> {
  if (file.size > largestSheet) return 'tooLarge';
  const bytes = await file.arrayBuffer();
  if (!(await unpacksWithin(bytes, largestUnpacked))) return 'notSheet';
  try {
    const book = read(bytes, {
      type: 'array',
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      sheetRows: mostLines,
    });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (sheet === undefined) return 'notSheet';
    return utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null, blankrows: true });
  } catch {
    return 'notSheet';
  }
}
