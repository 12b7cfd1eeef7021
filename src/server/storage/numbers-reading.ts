import type { RowId } from '../../catalogue/model.ts';
import type { Reading, StoredValue } from './storage.ts';
import type { StoredRow } from './tables.ts';

/**
 * A reading of numbers alone, by the columns of its row: nearly all that devices send. It costs a fraction of an object
 * of values, which is made only for those who ask for it.
 */
export class NumbersReading implements Reading {
  readonly row: RowId;
  readonly element = 0;
  #values: Readonly<Record<string, StoredValue>> | null = null;

  /** @param cells one a column of the row; NaN = missing */
  constructor(
    readonly stored: StoredRow,
    readonly sourceId: number,
    readonly t: number,
    readonly receivedAt: number,
    readonly historical: boolean,
    readonly cells: readonly number[],
  ) {
    this.row = stored.id;
  }

  get values(): Readonly<Record<string, StoredValue>> {
    if (this.#values !== null) return this.#values;
    const values: Record<string, StoredValue> = {};
    this.stored.columns.forEach(({ name }, place) => {
      const cell = this.cells[place] ?? Number.NaN;
      if (!Number.isNaN(cell)) values[name] = cell;
    });
    this.#values = values;
    return values;
  }

  /** The channel's number; undefined where the reading has none. */
  numberOf(channel: string): number | undefined {
    const cell = this.cells[this.stored.places.get(channel) ?? -1];
    return cell === undefined || Number.isNaN(cell) ? undefined : cell;
  }

  /** The same reading with other numbers. */
  with(cells: readonly number[]): NumbersReading {
    return new NumbersReading(this.stored, this.sourceId, this.t, this.receivedAt, this.historical, cells);
  }
}
