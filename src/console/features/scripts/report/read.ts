/** A report read again. Its own chunk, with the library that reads it. */
import { read, utils } from 'xlsx';
import { plainText } from '../../../../base/csv.ts';
import { itemHead } from './write.ts';
import { unpacksWithin } from './zip.ts';

/** Bytes of a report, and of what it unpacks to. */
export const largestReport = 4 * 1024 * 1024;
const largestUnpacked = 48 * 1024 * 1024;
const mostRows = 20_000;

export interface ReadRow {
  /** As the sheet numbers it. */
  readonly row: number;
  readonly item: string;
  readonly wanted: string | number | null;
}
export type ReadProblem = 'tooLarge' | 'notSheet' | 'notReport' | 'tooMany';

const column = { wanted: 8 };

/** The rows of a report; what it is where it is none. Looked at before anything of it is unpacked. */
export async function readReport(file: Blob): Promise<readonly ReadRow[] | ReadProblem> {
  if (file.size > largestReport) return 'tooLarge';
  const bytes = await file.arrayBuffer();
  if (!(await unpacksWithin(bytes, largestUnpacked))) return 'notSheet';
  let lines: unknown[][];
  try {
    const book = read(bytes, {
      type: 'array',
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      sheetRows: mostRows + 3,
    });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (sheet === undefined) return 'notSheet';
    lines = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null, blankrows: true });
  } catch {
    return 'notSheet';
  }
  const at = (lines[0] ?? []).indexOf(itemHead);
  if (at < 0) return 'notReport';
  if (lines.length > mostRows + 2) return 'tooMany';
  return lines.slice(2).flatMap((line, index): ReadRow[] => {
    if (line.every((value) => value === null || value === '')) return [];
    const wanted = line[column.wanted];
    return [
      {
        row: index + 3,
        item: typeof line[at] === 'string' ? line[at] : '',
        wanted: typeof wanted === 'string' ? plainText(wanted) : typeof wanted === 'number' ? wanted : null,
      },
    ];
  });
}
