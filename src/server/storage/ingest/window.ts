import type { EarlierRows } from '../../../domain/derived/index.ts';

/** Index of the first of `length` ascending times that is at least `t`. */
function lowerBound(times: Float64Array, length: number, t: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Number.POSITIVE_INFINITY) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

const grown = (column: Float64Array): Float64Array => {
  const larger = new Float64Array(Math.max(16, column.length * 2));
  larger.set(column);
  return larger;
};

/**
 * Rows of one series that derivations look back at: all that are stored from `from` on. Missing values are NaN. It
 * moves on with the rows that come.
 */
export class Window implements EarlierRows {
  t: Float64Array = new Float64Array(0);
  columns: Float64Array[];
  length = 0;

  constructor(
    public from: number,
    width: number,
  ) {
    this.columns = Array.from({ length: width }, () => new Float64Array(0));
  }

  /** Takes in a row, or other values of a row that is there; `values` are aligned with the columns. */
  put(t: number, values: ArrayLike<number>): void {
    if (t < this.from) return;
    const last = this.length === 0 ? Number.NEGATIVE_INFINITY : (this.t[this.length - 1] ?? 0);
    const at = t > last ? this.length : lowerBound(this.t, this.length, t);
    if (at === this.length || this.t[at] !== t) this.#insert(at);
    this.t[at] = t;
    for (let index = 0; index < this.columns.length; index += 1) {
      const column = this.columns[index];
      if (column !== undefined) column[at] = values[index] ?? Number.NaN;
    }
  }

  #insert(at: number): void {
    if (this.length === this.t.length) {
      this.t = grown(this.t);
      this.columns = this.columns.map(grown);
    }
    if (at < this.length) {
      for (const column of [this.t, ...this.columns]) column.copyWithin(at + 1, at, this.length);
    }
    this.length += 1;
  }

  /** Forgets rows before `from`; in strides of `stride` ms, so that a dense stream does not move its columns each time. */
  trim(from: number, stride: number): void {
    if (from - this.from < stride) return;
    const gone = lowerBound(this.t, this.length, from);
    for (const column of [this.t, ...this.columns]) column.copyWithin(0, gone, this.length);
    this.length -= gone;
    this.from = from;
  }
}
