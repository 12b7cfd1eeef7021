/** The report as a workbook. Its own chunk, with the library that writes it. */
import { writeSheet } from '../../../components/sheets/write-sheet.ts';
import type { ReportRow } from './rows.ts';

/** Head of the column by which rows are found again; the same in every language. */
export const itemHead = 'groundwatch-item';
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
  const moment = (at: number | null) => (at === null ? null : { at, zone });
  return writeSheet({
    name: 'report',
    heads: [head, units],
    rows: rows.map((row) => [
      row.station,
      row.name,
      row.sn,
      row.device,
      row.parameter,
      row.unit,
      row.before,
      moment(row.reportedAt),
      row.wanted,
      row.readBack,
      row.state,
      moment(row.endedAt),
      row.elapsed,
      row.reason,
      row.item,
    ]),
    widths: [12, 20, 16, 16, 22, 8, 12, 20, 12, 12, 16, 20, 10, 40, 36],
  });
}
