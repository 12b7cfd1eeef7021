/** A table as CSV: BOM, titles, units, rows; times in ISO form, texts that are no formulas (S51). */
import { csvCell } from '../../../base/csv.ts';
import { isoTime } from '../../../base/time-text.ts';
import type { ExportCell, ExportColumn, ExportRow } from '../table.ts';
import type { RowCursor } from './sheet.ts';

const piece = 65_536;
const atOnce = 1000;
/** A cell on one line, whatever a device or a person wrote. */
const lineCell = (text: string) => csvCell(text.replace(/[\r\n]+/g, ' '));

function cellOf({
  kind,
  digits,
  zone = 'UTC',
}: ExportColumn): (cell: ExportCell, cells: ExportRow) => string {
  if (kind === 'text') return (cell) => (cell === null ? '' : lineCell(String(cell)));
  if (kind === 'number')
    return (cell) => {
      if (typeof cell !== 'number') return cell === null ? '' : lineCell(cell);
      if (!Number.isFinite(cell)) return '';
      return digits === undefined ? String(cell) : cell.toFixed(digits);
    };
  return (cell, cells) => {
    if (typeof cell !== 'number' || !Number.isFinite(cell)) return '';
    return isoTime(cell, typeof zone === 'number' ? String(cells[zone] ?? 'UTC') : zone);
  };
}

/** The file's text in pieces. */
export async function* csvText(columns: readonly ExportColumn[], cursor: RowCursor): AsyncGenerator<string> {
  const writers = columns.map(cellOf);
  const units = columns.map(({ kind, unit, zone }) =>
    kind === 'time' ? (typeof zone === 'string' ? zone : '') : (unit ?? ''),
  );
  const hasUnits = units.some((unit) => unit !== '');
  let text = `\uFEFF${columns.map(({ title }) => lineCell(title)).join(',')}\r\n`;
  if (hasUnits) text += `${units.map(lineCell).join(',')}\r\n`;
  for (;;) {
    const batch = await cursor.take(atOnce);
    if (batch.length === 0) break;
    for (const cells of batch) {
      for (let index = 0; index < writers.length; index += 1) {
        if (index > 0) text += ',';
        text += writers[index]?.(cells[index] ?? null, cells) ?? '';
      }
      text += '\r\n';
    }
    if (text.length > piece) {
      yield text;
      text = '';
    }
  }
  yield text;
}
