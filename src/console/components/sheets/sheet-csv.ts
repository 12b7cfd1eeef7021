/** A sheet of a workbook as a CSV file, so that it goes the way of a logger's file. Its own chunk. */
import { type CellObject, read, SSF, utils } from 'xlsx';
import type { SheetProblem } from './read-sheet.ts';
import { unpacksWithin } from './zip.ts';

/** Bytes of a workbook of readings, and of what it unpacks to. */
const largestBook = 16 * 1024 * 1024;
const largestUnpacked = 192 * 1024 * 1024;
const day = 86_400_000;
/** Days between the epoch of sheets and ours; those of a workbook that counts from 1904. */
const [epoch, epoch1904] = [25_569, 24_107];

/** A moment by the clocks of the sheet, to the millisecond where it has some. */
function momentText(serial: number, start: number): string {
  const text = new Date(Math.round((serial - start) * day)).toISOString().slice(0, 23).replace('T', ' ');
  return text.replace(/\.000$/, '');
}

/** What stands between cells, by the name that a mapping has for it; a space would not say where an empty cell is. */
const between = { comma: ',', semicolon: ';', tab: '\t', space: ',' } as const;

function textOf(cell: CellObject | undefined, start: number): string {
  if (cell === undefined || cell.v === undefined || cell.t === 'e' || cell.t === 'z') return '';
  if (cell.t === 'n' && typeof cell.z === 'string' && SSF.is_date(cell.z))
    return momentText(Number(cell.v), start);
  const text = String(cell.v);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of a sheet of readings at least: a cover sheet is shorter. */
const leastLines = 3;

/** A sheet as a text file, with its name and those of all. */
export interface BookAsCsv {
  readonly csv: File;
  readonly sheet: string;
  readonly names: readonly string[];
}

/**
 * Numbers as they are kept, not as they are shown; moments as dates with their time.
 * @param separator of the mapping that the file is for, where there is one already
 * @param wanted the sheet that was chosen by hand; null = the first with three lines at least
 */
export async function workbookAsCsv(
  file: File,
  separator: keyof typeof between = 'comma',
  wanted: string | null = null,
): Promise<BookAsCsv | SheetProblem> {
  if (file.size > largestBook) return 'tooLarge';
  const bytes = await file.arrayBuffer();
  if (!(await unpacksWithin(bytes, largestUnpacked))) return 'notSheet';
  try {
    const book = read(bytes, {
      type: 'array',
      dense: true,
      cellNF: true,
      cellFormula: false,
      cellHTML: false,
    });
    const linesIn = (name: string) => {
      const sheet = book.Sheets[name];
      return sheet?.['!ref'] === undefined ? 0 : utils.decode_range(sheet['!ref']).e.r + 1;
    };
    const names = book.SheetNames;
    const chosen =
      names.find((name) => name === wanted && linesIn(name) > 0) ??
      names.find((name) => linesIn(name) >= leastLines) ??
      names.find((name) => linesIn(name) > 0) ??
      '';
    const sheet = book.Sheets[chosen];
    if (sheet?.['!ref'] === undefined) return 'notSheet';
    const start = book.Workbook?.WBProps?.date1904 === true ? epoch1904 : epoch;
    const { e: last } = utils.decode_range(sheet['!ref']);
    const rows = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
    const lines = Array.from({ length: last.r + 1 }, (_, row) =>
      Array.from({ length: last.c + 1 }, (_, column) => textOf(rows[row]?.[column], start)).join(
        between[separator],
      ),
    );
    const name = file.name.replace(/\.xls[xm]$/i, '.csv');
    const csv = new File([`${lines.join('\r\n')}\r\n`], name, { type: 'text/csv' });
    return { csv, sheet: chosen, names };
  } catch {
    return 'notSheet';
  }
}
