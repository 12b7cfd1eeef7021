/**
 * Buckets as bytes, little-endian: u8 version, u8 n, n × u8 index, n × u32 rows, then a section a channel: u8 flag
 * (0 no values, 1 every row has one, 2 counts follow as n × u32), and for n buckets f32 columns: `circular` first,
 * last; `plain` min, max, first, last, mean; `sum` min, max, first, last and the sum as f64. Float32 carries 7
 * digits: more than any channel shows.
 */
import type { RollupChannel } from '../../../derive/rollup-channels.ts';
import { type Aggregate, type Bucket, emptyAggregate } from './bucket.ts';

const VERSION = 1;
const floats = { circular: 2, plain: 5, sum: 4 } as const;

function flagOf(buckets: readonly Bucket[], position: number): 0 | 1 | 2 {
  const counts = buckets.map((bucket) => bucket.aggregates[position]?.count ?? 0);
  if (counts.every((count) => count === 0)) return 0;
  return counts.every((count, i) => count === buckets[i]?.rows) ? 1 : 2;
}

function sectionSize(rule: RollupChannel['rule'], flag: number, n: number): number {
  if (flag === 0) return 0;
  return n * (floats[rule] * 4 + (rule === 'sum' ? 8 : 0) + (flag === 2 ? 4 : 0));
}

/** At most 255 buckets of the channels of one row. */
export function packBuckets(buckets: readonly Bucket[], channels: readonly RollupChannel[]): Uint8Array {
  const n = buckets.length;
  const flags = channels.map((_, position) => flagOf(buckets, position));
  const size = channels.reduce(
    (sum, { rule }, position) => sum + 1 + sectionSize(rule, flags[position] ?? 0, n),
    2 + n * 5,
  );
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const u8 = (value: number): void => {
    view.setUint8(at, value);
    at += 1;
  };
  const column = (
    position: number,
    width: 4 | 8,
    value: (aggregate: Aggregate) => number,
    integer = false,
  ) => {
    for (const bucket of buckets) {
      const number = value(bucket.aggregates[position] ?? emptyAggregate());
      if (integer) view.setUint32(at, number, true);
      else if (width === 4) view.setFloat32(at, number, true);
      else view.setFloat64(at, number, true);
      at += width;
    }
  };
  u8(VERSION);
  u8(n);
  for (const { index } of buckets) u8(index);
  for (const { rows } of buckets) {
    view.setUint32(at, rows, true);
    at += 4;
  }
  channels.forEach(({ rule }, position) => {
    const flag = flags[position] ?? 0;
    u8(flag);
    if (flag === 0) return;
    if (flag === 2) column(position, 4, ({ count }) => count, true);
    if (rule !== 'circular') {
      column(position, 4, ({ min }) => min);
      column(position, 4, ({ max }) => max);
    }
    column(position, 4, ({ first }) => first);
    column(position, 4, ({ last }) => last);
    if (rule === 'plain') column(position, 4, ({ sum, count }) => sum / count);
    if (rule === 'sum') column(position, 8, ({ sum }) => sum);
  });
  return bytes;
}

/**
 * The buckets of `bytes` with the aggregates of `wanted` channels in that order; one that the layout lacks is empty.
 * `layout` is what `packBuckets` was given. Throws RangeError for bytes that it did not make.
 */
export function unpackBuckets(
  bytes: Uint8Array,
  layout: readonly RollupChannel[],
  wanted: readonly string[],
): Bucket[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint8(0) !== VERSION) throw new RangeError(`rollup version ${view.getUint8(0)}`);
  const n = view.getUint8(1);
  const buckets: (Bucket & { aggregates: Aggregate[] })[] = [];
  for (let i = 0; i < n; i += 1) {
    const rows = view.getUint32(2 + n + i * 4, true);
    buckets.push({ index: view.getUint8(2 + i), rows, aggregates: wanted.map(emptyAggregate) });
  }
  let at = 2 + n * 5;
  for (const { id, rule } of layout) {
    const flag = view.getUint8(at);
    const start = at + 1;
    at = start + sectionSize(rule, flag, n);
    const position = wanted.indexOf(id);
    if (flag === 0 || position < 0) continue;
    const counts = flag === 2 ? n * 4 : 0;
    const f32 = (column: number, i: number): number =>
      view.getFloat32(start + counts + (column * n + i) * 4, true);
    buckets.forEach((bucket, i) => {
      const count = flag === 2 ? view.getUint32(start + i * 4, true) : bucket.rows;
      if (count === 0) return;
      const circular = rule === 'circular';
      bucket.aggregates[position] = {
        count,
        min: circular ? Number.NaN : f32(0, i),
        max: circular ? Number.NaN : f32(1, i),
        first: f32(circular ? 0 : 2, i),
        last: f32(circular ? 1 : 3, i),
        sum: circular
          ? Number.NaN
          : rule === 'plain'
            ? f32(4, i) * count
            : view.getFloat64(start + counts + n * 16 + i * 8, true),
      };
    });
  }
  return buckets;
}
