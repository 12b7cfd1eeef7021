/** What stands for a missing value among whole numbers; no value on the wire can be as low. */
export const none = -(2 ** 31);

/**
 * A raw column as it came over the wire: whole numbers of 1/`scale`, exact and half the size of doubles. A column whose
 * values do not fit 32 bits holds doubles and a scale of 1; NaN is missing there.
 */
export class RawValues {
  /** Doubles have NaN for it: any number among them is a value. */
  readonly #missing: number;

  constructor(
    readonly cells: Int32Array | Float64Array,
    readonly scale: number,
  ) {
    this.#missing = cells instanceof Int32Array ? none : Number.NaN;
  }

  get length(): number {
    return this.cells.length;
  }

  /** The value of a row; NaN when it is missing or there is no such row. */
  at(index: number): number {
    const cell = this.cells[index];
    return cell === undefined || cell === this.#missing ? Number.NaN : cell / this.scale;
  }

  /** These rows, from `begin` on, and then those of another column. */
  followedBy(next: RawValues, begin = 0): RawValues {
    const [ours, theirs] = [this.cells, next.cells];
    if (ours instanceof Int32Array && theirs instanceof Int32Array && this.scale === next.scale) {
      const cells = new Int32Array(ours.length - begin + theirs.length);
      cells.set(ours.subarray(begin));
      cells.set(theirs, ours.length - begin);
      return new RawValues(cells, this.scale);
    }
    const cells = new Float64Array(ours.length - begin + theirs.length);
    cells.set(this.doubles(begin));
    cells.set(next.doubles(), ours.length - begin);
    return new RawValues(cells, 1);
  }

  /** Rows from `begin` to before `end` as doubles. */
  doubles(begin = 0, end: number = this.length): Float64Array {
    const result = new Float64Array(Math.max(0, end - begin));
    for (let i = 0; i < result.length; i++) result[i] = this.at(begin + i);
    return result;
  }
}
