import { csvCell, csvFile } from '../../../../base/csv.ts';
import { zoneOffset } from '../../../../base/time.ts';
import { readingAt, type TableLine } from './table-lines.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** A moment in ISO form on a zone's clocks, with its offset: 2026-11-20T14:13:06+08:00. Milliseconds where it has some. */
export function isoTime(t: number, zone: string): string {
  const offset = zoneOffset(zone, t);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const sign = offset < 0 ? '-' : '+';
  const wall = new Date(t + offset).toISOString();
  const time = t % 1000 === 0 ? wall.slice(0, 19) : wall.slice(0, 23);
  return `${time}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * History as a CSV file, oldest first: a line of heads, a line of units, then a line for each moment. Numbers have the
 * channel's digits and a point; missing is empty; texts are no formulas to a spreadsheet (S51).
 */
export function historyCsv(
  lines: readonly TableLine[],
  times: Float64Array,
  zone: string,
  heads: { readonly time: string; readonly titles: readonly string[] },
): string {
  const rows = [
    [heads.time, ...heads.titles].map(csvCell).join(','),
    [zone, ...lines.map(({ line }) => line.series.unit ?? '')].map(csvCell).join(','),
  ];
  for (const t of times) {
    const values = lines.map((entry) => readingAt(entry, t)?.toFixed(entry.line.series.digits) ?? '');
    rows.push(`${isoTime(t, zone)},${values.join(',')}`);
  }
  return csvFile(rows);
}
