/** One bucket (an hour or a day) of one row's channels, and how it comes about. */
import type { RollupChannel } from '../../../derive/rollup-channels.ts';

/** Of the values that are there; all NaN and 0 when none is. `sum` is over `count` values. */
export interface Aggregate {
  count: number;
  min: number;
  max: number;
  first: number;
  last: number;
  sum: number;
}
export interface Bucket {
  /** Hour of its day from 0; 0 for a day. */
  readonly index: number;
  rows: number;
  readonly aggregates: readonly Aggregate[];
}

/** An aggregate of nothing. */
export function emptyAggregate(): Aggregate {
  return { count: 0, min: Number.NaN, max: Number.NaN, first: Number.NaN, last: Number.NaN, sum: 0 };
}

/** Takes in a later part of the same bucket. */
export function mergeAggregate(into: Aggregate, later: Readonly<Aggregate>): void {
  if (later.count === 0) return;
  if (into.count === 0) Object.assign(into, later);
  else {
    into.count += later.count;
    if (later.min < into.min) into.min = later.min;
    if (later.max > into.max) into.max = later.max;
    into.last = later.last;
    into.sum += later.sum;
  }
}

/** Takes in one later value; NaN is missing and changes nothing. */
export function addValue(into: Aggregate, value: number): void {
  if (Number.isNaN(value)) return;
  if (into.count === 0) {
    into.min = value;
    into.max = value;
    into.first = value;
  } else if (value < into.min) into.min = value;
  else if (value > into.max) into.max = value;
  into.last = value;
  into.sum += value;
  into.count += 1;
}

/** Collects rows in ascending time, and parts of amounts, into buckets. */
export class BucketBuilder {
  readonly #byIndex = new Map<number, Bucket>();
  readonly #channels: readonly RollupChannel[];
  #last: Bucket | null = null;
  constructor(channels: readonly RollupChannel[]) {
    this.#channels = channels;
  }

  /** By ascending index. */
  get buckets(): readonly Bucket[] {
    return [...this.#byIndex.values()].sort((a, b) => a.index - b.index);
  }

  #bucket(index: number): Bucket {
    if (this.#last?.index === index) return this.#last;
    let bucket = this.#byIndex.get(index);
    if (bucket === undefined) {
      bucket = { index, rows: 0, aggregates: this.#channels.map(emptyAggregate) };
      this.#byIndex.set(index, bucket);
    }
    this.#last = bucket;
    return bucket;
  }

  /** `cells` holds the channels' values from position `from` on, in the channels' order; those of sums come by `addPart`. */
  add(index: number, cells: readonly unknown[], from: number): void {
    const bucket = this.#bucket(index);
    bucket.rows += 1;
    bucket.aggregates.forEach((aggregate, position) => {
      const cell = cells[from + position];
      if (typeof cell === 'number' && this.#channels[position]?.rule !== 'sum') addValue(aggregate, cell);
    });
  }

  /** The part of an amount that falls into a bucket. */
  addPart(index: number, position: number, amount: number): void {
    const aggregate = this.#bucket(index).aggregates[position];
    if (aggregate) addValue(aggregate, amount);
  }

  /** All buckets as one (the day of its hours). */
  whole(): Bucket {
    const day: Bucket = { index: 0, rows: 0, aggregates: this.#channels.map(emptyAggregate) };
    for (const bucket of this.buckets) {
      day.rows += bucket.rows;
      day.aggregates.forEach((aggregate, position) => {
        mergeAggregate(aggregate, bucket.aggregates[position] ?? emptyAggregate());
      });
    }
    return day;
  }
}
