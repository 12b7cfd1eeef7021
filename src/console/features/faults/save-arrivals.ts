/** What arrived by station and day as a spreadsheet, for contracts that ask for it. Its own chunk. */

import { neutralText } from '../../../base/csv.ts';
import { loadChunk } from '../../components/chunks.ts';
import type { Text } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import type { ArrivalTable } from '../../state/devices/faults.ts';
import { type ArrivalLine, dateOf, shareOfLine } from './arrival-lines.ts';

/** The lines of the sheet, heads first: shares in percent, empty where nothing was due. */
export function arrivalTable(
  lines: readonly ArrivalLine[],
  { days, last }: Pick<ArrivalTable, 'days' | 'last'>,
  projects: ReadonlyMap<number, string>,
  text: Text,
): readonly (readonly (string | number)[])[] {
  const dates = Array.from({ length: days }, (_, day) => dateOf(last - days + 1 + day));
  const percent = (share: number | null) => (share === null ? '' : Math.round(share * 10_000) / 100);
  const heads = [
    text('argument.project'),
    text('matrix.station'),
    text('sites.station.name'),
    text('faults.expected'),
    text('faults.received'),
    '%',
    text('faults.file.outages'),
    ...dates,
  ];
  const body = lines.map((line) => [
    projects.get(line.station.projectId) ?? '',
    line.station.code,
    line.station.name,
    line.expected,
    line.received,
    percent(shareOfLine(line)),
    line.outages.outages,
    ...line.shares.map(percent),
  ]);
  return [heads, ...body, [], [text('faults.mtbf.definition')]];
}

/** Hands the spreadsheet to the browser. */
export async function saveArrivals(
  table: readonly (readonly (string | number)[])[],
  last: number,
): Promise<void> {
  const { utils, write } = await loadChunk(() => import('xlsx'));
  const sheet = utils.aoa_to_sheet(
    table.map((line) => line.map((value) => (typeof value === 'string' ? neutralText(value) : value))),
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'arrivals');
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  saveFile(`groundwatch-arrivals_${dateOf(last)}.xlsx`, new Blob([bytes], { type }));
}
