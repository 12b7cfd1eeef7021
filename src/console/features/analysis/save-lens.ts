import { csvCell, csvFile } from '../../../base/csv.ts';
import { formatTime } from '../../../base/time-text.ts';
import { loadChunk } from '../../components/chunks.ts';
import { saveFile } from '../../components/save-file.ts';
import type { LensFile } from './shown.ts';

/** Saves a lens's table: times by the station's clocks, numbers as numbers. */
export async function saveLens(file: LensFile, name: string, format: 'csv' | 'xlsx'): Promise<void> {
  if (format === 'csv') {
    const lines = [file.heads, file.units, ...file.rows].map((row) =>
      row
        .map((cell) =>
          csvCell(
            cell !== null && typeof cell === 'object' ? formatTime(cell.at, cell.zone, 'full') : (cell ?? ''),
          ),
        )
        .join(','),
    );
    saveFile(`${name}.csv`, new Blob([csvFile(lines)], { type: 'text/csv;charset=utf-8' }));
    return;
  }
  const { sheetType, writeSheet } = await loadChunk(() => import('../../components/sheets/write-sheet.ts'));
  const bytes = writeSheet({
    name: name.slice(0, 31).replaceAll(/[\\/?*[\]:]/g, ' '),
    heads: [file.heads, file.units],
    rows: file.rows,
    widths: file.heads.map(() => 22),
  });
  saveFile(`${name}.xlsx`, new Blob([bytes], { type: sheetType }));
}
