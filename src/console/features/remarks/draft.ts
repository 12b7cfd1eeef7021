import { wallToUtc } from '../../../base/time.ts';
import { formatTime } from '../../../base/time-text.ts';

/** A remark as it is typed: its text, and its moment as the date-and-time field has it, by the station's clocks. */
export interface RemarkDraft {
  readonly text: string;
  readonly at: string;
}

export const longest = 2000;

/** Text of a date-and-time field for a moment (UTC ms) by a zone's clocks. */
export const toField = (t: number, zone: string): string =>
  formatTime(t, zone, 'full').slice(0, 16).replace(' ', 'T');

/** The moment (UTC ms) that a date-and-time field stands for; null for none. */
export function momentOf(field: string, zone: string): number | null {
  const wall = Date.parse(`${field}Z`);
  return field === '' || Number.isNaN(wall) ? null : wallToUtc(zone, wall);
}
