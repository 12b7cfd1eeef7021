import { csvCell, csvFile } from '../../../../base/csv.ts';
import { loadChunk } from '../../../components/chunks.ts';
import type { ShownCapture } from './shown-capture.ts';

/** A capture as rows: heads, units, then seconds since its start and the three axes, sample by sample; missing is empty. */
export function captureRows(
  { axes, count, rate }: ShownCapture,
  heads: { readonly time: string; readonly unit: string; readonly digits: number },
): readonly (readonly (string | number)[])[] {
  const round = 10 ** (heads.digits + 1);
  return [
    [heads.time, ...axes.map(({ name }) => name.toUpperCase())],
    ['s', ...axes.map(() => heads.unit)],
    ...Array.from({ length: count }, (_, i) => [
      Math.round((i / rate) * 1e6) / 1e6,
      ...axes.map(({ samples }) => {
        const value = samples[i];
        return value === undefined ? '' : Math.round(value * round) / round;
      }),
    ]),
  ];
}

/** Those rows as a CSV file. */
export const captureCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  csvFile(rows.map((row) => row.map(csvCell).join(',')));

/** Those rows as an Excel file, numbers as numbers. */
export async function captureXlsx(
  rows: readonly (readonly (string | number)[])[],
  sheet: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { utils, write } = await loadChunk(() => import('xlsx'));
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), sheet.slice(0, 31));
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
  return new Uint8Array(bytes);
}
