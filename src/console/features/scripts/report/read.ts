/** A report read again. Its own chunk, with the library that reads it. */
import { plainText } from '../../../../base/csv.ts';
import { pickSheet } from '../../../components/sheets/picked-sheet.ts';
import { type BookSheet, readSheets, type SheetProblem } from '../../../components/sheets/read-sheet.ts';
import { itemHead } from './write.ts';

const mostRows = 20_000;

export interface ReadRow {
  /** As the sheet numbers it. */
  readonly row: number;
  readonly item: string;
  readonly wanted: string | number | null;
}
export type ReadProblem = SheetProblem | 'notReport' | 'tooMany';

const column = { wanted: 8 };

/** The rows of a report, of the first sheet that is one; what it is where it is none. Looked at before anything of it is unpacked. */
export async function readReport(file: Blob): Promise<readonly ReadRow[] | ReadProblem> {
  const sheets = await readSheets(file, mostRows + 3);
  if (typeof sheets === 'string') return sheets;
  return pickSheet<readonly ReadRow[] | ReadProblem>(sheets, rowsOf, (read) => read === 'notReport', null)
    .read;
}

function rowsOf(lines: BookSheet['lines']): readonly ReadRow[] | ReadProblem {
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
