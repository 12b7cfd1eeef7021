/** Which values of a station's newest rows were taken in, so that an older one never takes the place of a newer. */
import { NumbersReading } from '../storage/numbers-reading.ts';
import type { LatestReading } from '../storage/storage.ts';

export interface Alarm {
  deviceAlarm: boolean;
  fault: boolean;
}

/** What was taken in of one row of one source's element. */
export interface Applied {
  /** Times of the newest values, by channel. */
  readonly times: Map<string, number>;
  /** What the row says of alarm and fault; null before it was taken in. */
  alarm: Alarm | null;
}

export type NewestRow = Pick<LatestReading, 'sourceId' | 'row' | 'element' | 't' | 'values' | 'times'>;

/** By row, then by source and element as one number: this is looked at for each reading that comes. */
export class AppliedRows {
  readonly #rows = new Map<string, Map<number, Applied>>();

  of({ row, sourceId, element }: NewestRow): Applied {
    let ofRow = this.#rows.get(row);
    if (ofRow === undefined) {
      ofRow = new Map();
      this.#rows.set(row, ofRow);
    }
    const key = sourceId * 1024 + element;
    let found = ofRow.get(key);
    if (found === undefined) {
      found = { times: new Map(), alarm: null };
      ofRow.set(key, found);
    }
    return found;
  }
}

export const timeOf = ({ t, times }: NewestRow, channel: string): number => times?.[channel] ?? t;

/** Takes in a channel's number where it is not older than what was taken in before; else null. */
export function taken(row: NewestRow, { times }: Applied, channel: string): number | null {
  const value = row instanceof NumbersReading ? row.numberOf(channel) : row.values[channel];
  if (typeof value !== 'number') return null;
  const t = timeOf(row, channel);
  if (t < (times.get(channel) ?? t)) return null;
  times.set(channel, t);
  return value;
}
