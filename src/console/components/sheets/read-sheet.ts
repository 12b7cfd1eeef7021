/** Sheets of a workbook, as cells. Its own chunk, with the library that reads it. */
import { read, utils } from 'xlsx';
import { unpacksWithin } from './zip.ts';

/** Bytes of a workbook, and of what it unpacks to. */
export const largestSheet = 4 * 1024 * 1024;
const largestUnpacked = 48 * 1024 * 1024;

export type SheetProblem = 'tooLarge' | 'notSheet';

export interface BookSheet {
  readonly name: string;
  /** Lines of cells, empty ones too, so that the index is that of the sheet's row less 1. */
  readonly lines: readonly (readonly unknown[])[];
}

/**
 * All sheets of a workbook in their order, or why it is none. Looked at before anything of it is unpacked. `mostLines`: what
 * lies below is not read.
 */
export async function readSheets(
  file: Blob,
  mostLines: number,
): Promise<readonly BookSheet[] | SheetProblem> {
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
    const sheets = book.SheetNames.flatMap((name) => {
      const sheet = book.Sheets[name];
      if (sheet === undefined) return [];
      const options = { header: 1, raw: true, defval: null, blankrows: true } as const;
      return [{ name, lines: utils.sheet_to_json<unknown[]>(sheet, options) }];
    });
    return sheets.length === 0 ? 'notSheet' : sheets;
  } catch {
    return 'notSheet';
  }
}
