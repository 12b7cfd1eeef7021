import { none, type RawValues } from '../../../base/raw-values.ts';

/** Factor between the levels of a pyramid. */
const factor = 16;

/** Min and max of blocks of values, level over level: 16, 256, 4096, … values a block. */
interface Level {
  readonly block: number;
  readonly min: RawValues['cells'];
  readonly max: RawValues['cells'];
}

/** The envelope of each pixel column; NaN where a column holds no value. */
export interface PixelEnvelope {
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Mean of the column's values. */
  readonly mean: Float64Array;
  /** First and last value of the column (M4), so that lines meet at the columns' edges. */
  readonly first: Float64Array;
  readonly last: Float64Array;
}

/** Index of the first time at or after `t`. */
export function lowerBound(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Number.POSITIVE_INFINITY) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Values that a column must hold before its edges are rounded to whole blocks: the shift stays under a pixel's 1/16. */
const wideColumn = factor * 16;

let scannedLow = 0;
let scannedHigh = 0;

/** Begins anew, with extremes that every value beats; a block without values keeps them. */
function scanNothing(cells: RawValues['cells']): void {
  const whole = cells instanceof Int32Array;
  scannedLow = whole ? -(none + 1) : Number.POSITIVE_INFINITY;
  scannedHigh = whole ? none : Number.NEGATIVE_INFINITY;
}

/** Min and max of cells[from, stop) into `scannedLow` and `scannedHigh`; what is missing is passed over. */
function scan(cells: RawValues['cells'], from: number, stop: number): void {
  if (cells instanceof Int32Array) scanWhole(cells, from, stop);
  else scanDoubles(cells, from, stop);
}

/** `| 0` keeps the comparisons among integers, which takes half the time. */
function scanWhole(cells: Int32Array, from: number, stop: number): void {
  let low = scannedLow | 0;
  let high = scannedHigh | 0;
  for (let i = from; i < stop; i++) {
    const value = cells[i] as number;
    if (value < low && value !== none) low = value;
    if (value > high) high = value;
  }
  scannedLow = low;
  scannedHigh = high;
}

/** NaN needs no check: no comparison with it is true. */
function scanDoubles(cells: Float64Array, from: number, stop: number): void {
  let low = scannedLow;
  let high = scannedHigh;
  for (let i = from; i < stop; i++) {
    const value = cells[i] as number;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  scannedLow = low;
  scannedHigh = high;
}

/** The same over blocks of a level. */
function scanLevel({ min, max }: Level, from: number, stop: number): void {
  let low = scannedLow;
  let high = scannedHigh;
  for (let i = from; i < stop; i++) {
    const a = min[i] as number;
    const b = max[i] as number;
    if (a < low) low = a;
    if (b > high) high = b;
  }
  scannedLow = low;
  scannedHigh = high;
}

/** Sum and number of the cells of each block of 16. */
function sumsOf(cells: RawValues['cells']) {
  const size = Math.ceil(cells.length / factor);
  const [sum, count] = [new Float64Array(size), new Uint8Array(size)];
  for (let block = 0; block < size; block++) {
    const end = Math.min(cells.length, (block + 1) * factor);
    let [all, known] = [0, 0];
    for (let i = block * factor; i < end; i++) {
      const value = cells[i] as number;
      if (value === none || Number.isNaN(value)) continue;
      all += value;
      known++;
    }
    sum[block] = all;
    count[block] = known;
  }
  return { sum, count };
}

/** First index of each column, and the end of the last; curves of one reading row share their times. */
let shared: { times: Float64Array; from: number; to: number; columns: number; edges: Int32Array } | null =
  null;
function edgesOf(times: Float64Array, from: number, to: number, columns: number): Int32Array {
  if (shared?.times === times && shared.from === from && shared.to === to && shared.columns === columns) {
    return shared.edges;
  }
  const width = (to - from) / columns;
  const edges = Int32Array.from({ length: columns + 1 }, (_, column) =>
    lowerBound(times, from + column * width),
  );
  shared = { times, from, to, columns, edges };
  return edges;
}

/**
 * Dense values reduced to what a screen shows: min, max, first, last of each pixel column. Without its levels a
 * reduction reads every value in view; with them (`build`, after the first paint) it costs O(pixels).
 */
export class Pyramid {
  #levels: Level[] = [];
  /** Of each block of 16 values: the sum of its cells, and how many there are. */
  #sums: { readonly sum: Float64Array; readonly count: Uint8Array } | null = null;

  constructor(
    readonly times: Float64Array,
    readonly values: RawValues,
  ) {}

  /** Builds the levels, once; 15–20 ms for four million values. */
  build(): void {
    if (this.#levels.length > 0) return;
    const { cells } = this.values;
    const make = (size: number) =>
      cells instanceof Int32Array ? new Int32Array(size) : new Float64Array(size);
    const levels: Level[] = [];
    let below: Level | null = null;
    for (let block = factor; block < cells.length; block *= factor) {
      const length: number = below === null ? cells.length : below.min.length;
      const size = Math.ceil(length / factor);
      const level: Level = { block, min: make(size), max: make(size) };
      for (let i = 0; i < size; i++) {
        scanNothing(cells);
        const end = Math.min((i + 1) * factor, length);
        if (below === null) scan(cells, i * factor, end);
        else scanLevel(below, i * factor, end);
        level.min[i] = scannedLow;
        level.max[i] = scannedHigh;
      }
      levels.push(level);
      below = level;
    }
    this.#levels = levels;
    this.#sums = sumsOf(cells);
  }

  /**
   * Reduces [from, to) to `columns` columns of equal width in time. With levels the edges of wide columns fall on whole
   * blocks of 16 values, so that no value is lost or counted twice.
   */
  reduce(from: number, to: number, columns: number): PixelEnvelope {
    const { times, values } = this;
    const { cells } = values;
    const edges = edgesOf(times, from, to, columns);
    const count = (edges[columns] ?? 0) - (edges[0] ?? 0);
    const rounded = this.#levels.length > 0 && count > columns * wideColumn;
    const result = {
      min: new Float64Array(columns).fill(Number.NaN),
      max: new Float64Array(columns).fill(Number.NaN),
      mean: new Float64Array(columns).fill(Number.NaN),
      first: new Float64Array(columns).fill(Number.NaN),
      last: new Float64Array(columns).fill(Number.NaN),
    };
    for (let column = 0; column < columns; column++) {
      let begin = edges[column] as number;
      let end = edges[column + 1] as number;
      if (rounded) {
        begin = this.#atBlock(begin);
        end = this.#atBlock(end);
      }
      if (end <= begin) continue;
      scanNothing(cells);
      this.#extremes(begin, end);
      if (scannedHigh < scannedLow) continue;
      result.min[column] = scannedLow / values.scale;
      result.max[column] = scannedHigh / values.scale;
      result.mean[column] = this.#mean(begin, end) / values.scale;
      while (Number.isNaN(values.at(begin))) begin++;
      while (Number.isNaN(values.at(end - 1))) end--;
      result.first[column] = values.at(begin);
      result.last[column] = values.at(end - 1);
    }
    return result;
  }

  /** The start of a block that is nearest to an edge; the end of all values stays, whole block or not. */
  #atBlock(edge: number): number {
    const { length } = this.values;
    return edge >= length ? length : Math.min(length, Math.round(edge / factor) * factor);
  }

  /** Mean of cells[begin, end), of which at least one is there: by whole blocks where both ends are at one. */
  #mean(begin: number, end: number): number {
    const { cells } = this.values;
    const isWhole = begin % factor === 0 && (end % factor === 0 || end === cells.length);
    let [sum, count] = [0, 0];
    if (this.#sums !== null && isWhole) {
      for (let block = begin / factor; block < Math.ceil(end / factor); block++) {
        sum += this.#sums.sum[block] as number;
        count += this.#sums.count[block] as number;
      }
      return sum / count;
    }
    for (let i = begin; i < end; i++) {
      const value = cells[i] as number;
      if (value === none || Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    return sum / count;
  }

  /** Min and max of values[begin, end): whole blocks by the coarsest level that fits, the rest value by value. */
  #extremes(begin: number, end: number): void {
    const { cells } = this.values;
    let from = begin;
    while (from < end) {
      let level: Level | null = null;
      for (const candidate of this.#levels) {
        if (from % candidate.block !== 0 || from + candidate.block > end) break;
        level = candidate;
      }
      if (level === null) {
        const stop =
          this.#levels.length === 0 ? end : Math.min(end, (Math.floor(from / factor) + 1) * factor);
        scan(cells, from, stop);
        from = stop;
        continue;
      }
      // As many blocks of this level as there are before a coarser one begins, or the end.
      const coarser = level.block * factor;
      const stop = Math.min(
        Math.floor(end / level.block) * level.block,
        (Math.floor(from / coarser) + 1) * coarser,
      );
      scanLevel(level, from / level.block, stop / level.block);
      from = stop;
    }
  }
}
