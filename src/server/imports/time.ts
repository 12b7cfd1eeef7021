import { wallToUtc, zoneOffset } from '../../base/time.ts';
import type { ColumnName, TimeMapping } from './mapping.ts';

const stamp =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?)?$/;

/** Wall time as if it were UTC ms; null when the parts are no date (month 13, 30 February, hour 25). */
function wall(parts: readonly number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = parts;
  if (
    ![year, month, day, hour, minute, second].every(Number.isInteger) ||
    hour > 24 ||
    minute > 59 ||
    second > 59
  ) {
    return null;
  }
  const t = Date.UTC(year, month - 1, day, 0, 0, 0, 0);
  const date = new Date(t);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return t + hour * 3_600_000 + minute * 60_000 + second * 1000 + ms;
}

/** Milliseconds of a fraction's digits: "6" is 600, "611" is 611; finer digits are rounded. */
const fraction = (digits: string | undefined) =>
  digits === undefined ? 0 : Math.round(Number(`0.${digits}`) * 1000);

/** Reads the time of a row in the file's zone. */
export interface TimeReader {
  /**
   * UTC ms, or null when the cells hold no time, or one that clocks skipped. Of the two moments of a repeated hour
   * the one that follows the row before it.
   */
  read(cells: readonly string[]): number | null;
}

/** @throws Error naming a column that the header lacks (`resolve` throws it), RangeError for an unknown zone. */
export function timeReader(
  time: TimeMapping,
  timeZone: string,
  resolve: (column: ColumnName) => number,
): TimeReader {
  zoneOffset(timeZone, 0);
  let previous = Number.NEGATIVE_INFINITY;
  const localise = (local: number | null): number | null => {
    if (local === null) return null;
    const first = wallToUtc(timeZone, local);
    if (first + zoneOffset(timeZone, first) !== local) return null;
    const second = [1_800_000, 3_600_000]
      .map((gap) => first + gap)
      .find((t) => t + zoneOffset(timeZone, t) === local);
    const chosen = second !== undefined && first <= previous && second > previous ? second : first;
    previous = chosen;
    return chosen;
  };
  if ('column' in time) {
    const column = resolve(time.column);
    return {
      read(cells) {
        const match = stamp.exec(cells[column] ?? '');
        if (match === null) return null;
        const parts = match.slice(1, 7).map((part) => Number(part ?? 0));
        return localise(wall([...parts, fraction(match[7])]));
      },
    };
  }
  const columns = [time.year, time.month, time.day, time.hour, time.minute, time.second].map((column) =>
    column === undefined ? null : resolve(column),
  );
  return {
    read(cells) {
      const parts = columns.map((column) => (column === null ? 0 : Number(cells[column] || Number.NaN)));
      return localise(wall(parts));
    },
  };
}
