import type { RowId } from '../../catalogue/model.ts';
import type { Storage } from '../storage/storage.ts';
import type { BoardEntry } from './entry.ts';

/** The little curve of a list row: the last value of each of the last 24 hours. */
const hour = 3_600_000;
export const sparkPoints = 24;

export class Spark {
  /** By hour number; at most as many as are shown. */
  readonly #values = new Map<number, { readonly t: number; readonly value: number }>();

  /** Takes in a value; the newest of an hour stands for it. */
  add(t: number, value: number): void {
    const at = Math.floor(t / hour);
    const known = this.#values.get(at);
    if (known === undefined || known.t <= t) this.#values.set(at, { t, value });
    for (const key of this.#values.keys()) if (key <= at - 2 * sparkPoints) this.#values.delete(key);
  }

  /** 24 values up to the hour of `now`, oldest first; null where an hour had none. */
  points(now: number): (number | null)[] {
    const last = Math.floor(now / hour);
    return Array.from({ length: sparkPoints }, (_, index) => {
      return this.#values.get(last - sparkPoints + 1 + index)?.value ?? null;
    });
  }
}

/** Adds to a station's spark what is stored of its last 24 hours; `now` UTC ms. */
export async function readSpark(
  { readings }: Pick<Storage, 'readings'>,
  { primaryPlace, spark }: Pick<BoardEntry, 'primaryPlace' | 'spark'>,
  now: number,
): Promise<void> {
  if (primaryPlace === null) return;
  const columns = await readings.history({
    sourceId: primaryPlace.sensorId,
    row: primaryPlace.row as RowId,
    element: primaryPlace.element,
    channels: [primaryPlace.channel],
    from: now - sparkPoints * hour,
    to: now,
    bins: sparkPoints * 2,
  });
  const [channel] = columns.channels;
  const values = channel?.value ?? channel?.last;
  columns.t.forEach((t, index) => {
    const value = values?.[index];
    if (value !== undefined && !Number.isNaN(value)) spark.add(t, value);
  });
}
