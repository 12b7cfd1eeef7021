/** Numbers of one series between two moments, by columns. */
import type { SourceColumns } from '../../../domain/alarms/model.ts';
import { type SqlValues, toNumber } from '../executor.ts';
import type { ReadingSource, SeriesKey } from './source.ts';

/** A list of numbers that grows. */
class Growing {
  #numbers = new Float64Array(1024);
  #length = 0;

  reserve(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#numbers.length) return;
    const larger = new Float64Array(Math.max(wanted, 2 * this.#numbers.length));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
  /** Room must have been reserved. */
  push(value: number): void {
    this.#numbers[this.#length] = value;
    this.#length += 1;
  }
  end(): Float64Array {
    return this.#numbers.subarray(0, this.#length);
  }
}

/**
 * A series from `from` to `to`, both inclusive, in order of time. NaN = missing; test tips of rain have no amount.
 * @param channels that have numbers @throws StorageProblem `unknown-channel` for any other
 */
export async function readColumns(
  source: ReadingSource,
  key: SeriesKey,
  from: number,
  to: number,
  channels: readonly string[],
): Promise<SourceColumns> {
  const columns = ['t', ...channels].map(() => new Growing());
  const add = (rows: readonly SqlValues[]) => {
    for (let place = 0; place < columns.length; place += 1) {
      const column = columns[place];
      column?.reserve(rows.length);
      for (const cells of rows) column?.push(toNumber(cells[place]));
    }
  };
  await source.scan(key, Math.ceil(from), Math.floor(to) + 1, channels, add);
  const [t = new Float64Array(0), ...values] = columns.map((column) => column.end());
  return { t, values: new Map(channels.map((channel, index) => [channel, values[index] ?? t])) };
}
