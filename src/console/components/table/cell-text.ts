import { formatNumber } from '../../../base/number-text.ts';
import { formatTime } from '../../../base/time-text.ts';
import { enums } from '../../../catalogue/index.ts';
import type { TableColumn } from '../../../derive/row-columns.ts';
import { valueWords } from '../../../derive/value-words.ts';
import type { Text } from '../i18n.ts';

export type CellValue = number | string | null | undefined;

/** What a device says of a value that it does not vouch for. Sparkplug: 0 bad, 500 stale. */
export const qualityMessage = (quality: number) =>
  quality === 0 ? 'value.bad' : quality === 500 ? 'value.stale' : 'value.doubtful';

/** A value that a device sent and does not vouch for. */
export interface DoubtedCell {
  readonly quality: number;
  readonly value: number | string | null;
}

/** That value after what the device says of it. */
export const doubtedText = (
  column: TableColumn,
  { quality, value }: DoubtedCell,
  text: Text,
  zone: string,
): string => `${text(qualityMessage(quality), { quality })}: ${cellText(column, value, text, zone)}`;

/** A value in the words and digits of its column. */
export function cellText(column: TableColumn, value: CellValue, text: Text, zone: string): string {
  if (value === null || value === undefined) return '–';
  if (column.type === 'number') return formatNumber(Number(value), column.digits);
  if (column.type === 'time') return formatTime(Number(value), zone, 'full');
  return valueWords(column, value, text) ?? String(value);
}

/** True where a column's value is an alarm that the device reports. */
export function isDeviceAlarm(column: TableColumn, value: CellValue): boolean {
  return (
    column.values !== null &&
    typeof value === 'number' &&
    value > 0 &&
    enums[column.values].deviceAlarm === true
  );
}
