/** The report as a workbook. Its own chunk, with the library that writes it. */
import { type CellObject, utils, write } from 'xlsx';
import { neutralText } from '../../../../base/csv.ts';
import { zoneOffset } from '../../../../base/time.ts';
import type { ReportRow } from './rows.ts';

/** Head of the column by which rows are found again; the same in every language. */
export const itemHead = 'groundwatch-item';
const day = 86_400_000;
/** Days between the epoch of sheets and ours. */
const epoch = 25_569;

const textCell = (text: string): CellObject => ({ t: 's', v: neutralText(text) });
const numberCell = (value: number): CellObject => ({ t: 'n', v: value });
const cell = (value: string | number | null): CellObject =>
  value === null ? { t: 'z' } : typeof value === 'number' ? numberCell(value) : textCell(value);
/** A moment by the clocks of the report's zone, as sheets count days. */
const moment = (ms: number | null, zone: string): CellObject =>
  ms === null
    ? { t: 'z' }
    : { t: 'n', v: (ms + zoneOffset(zone, ms)) / day + epoch, z: 'yyyy-mm-dd hh:mm:ss' };

export type ReportHeads = Readonly<Record<Exclude<keyof ReportRow, 'item'>, string>>;

/** A sheet of heads, units and rows; times by the clocks of `zone`, which `zoneText` names in their heads. */
export function writeReport(
  rows: readonly ReportRow[],
  heads: ReportHeads,
  zone: string,
  zoneText: string,
): ArrayBuffer {
  const head = [
    heads.station,
    heads.name,
    heads.sn,
    heads.device,
    heads.parameter,
    heads.unit,
    heads.before,
    `${heads.reportedAt} (${zoneText})`,
    heads.wanted,
    heads.readBack,
    heads.state,
    `${heads.endedAt} (${zoneText})`,
    heads.elapsed,
    heads.reason,
    itemHead,
  ];
  const units = ['', '', '', '', '', '', '', zoneText, '', '', '', zoneText, 's', '', ''];
  const sheet = utils.aoa_to_sheet([
    head.map(textCell),
    units.map(textCell),
    ...rows.map((row) => [
      cell(row.station),
      cell(row.name),
      cell(row.sn),
      cell(row.device),
      cell(row.parameter),
      cell(row.unit),
      cell(row.before),
      moment(row.reportedAt, zone),
      cell(row.wanted),
      cell(row.readBack),
      cell(row.state),
      moment(row.endedAt, zone),
      cell(row.elapsed),
      cell(row.reason),
      cell(row.item),
    ]),
  ]);
  sheet['!cols'] = [12, 20, 16, 16, 22, 8, 12, 20, 12, 12, 16, 20, 10, 40, 36].map((wch) => ({ wch }));
  sheet['!autofilter'] = { ref: utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length + 1, c: 14 } }) };
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'report');
  return write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
}
