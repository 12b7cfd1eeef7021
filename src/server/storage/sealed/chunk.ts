/**
 * A chunk: rows of one series in order of time, as one value of the database. A version, the number of rows, then each
 * column that has values by its name, then a checksum of all that.
 */
import { crc32 } from 'node:zlib';
import type { Cell } from '../executor.ts';
import { StorageProblem } from '../problem.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { type DecodedColumn, decodeColumn, encodeColumn } from './column-codec.ts';

const version = 1;
const damaged = (): never => {
  throw new StorageProblem('failed', 'sealed readings are damaged: their checksum differs');
};

/** A column's cells, one a row. */
export interface NamedColumn {
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** Differences of differences: equal steps of time are zeros. Of whole numbers; its own inverse is `summed`. */
function stepped(times: readonly number[]): number[] {
  let before = 0;
  let step = 0;
  return times.map((t) => {
    const now = t - before;
    const change = now - step;
    before = t;
    step = now;
    return change;
  });
}
function summed(changes: Float64Array): Float64Array {
  const times = new Float64Array(changes.length);
  let t = 0;
  let step = 0;
  changes.forEach((change, index) => {
    step += change;
    t += step;
    times[index] = t;
  });
  return times;
}

/** The bytes of a chunk. @param times ascending, ms @param columns named differently, each with a cell a row */
export function encodeChunk(times: readonly number[], columns: readonly NamedColumn[]): Uint8Array {
  const blocks = [{ name: 't', cells: stepped(times) as readonly Cell[] }, ...columns].flatMap(
    ({ name, cells }) => {
      const block = encodeColumn(cells);
      return block === null ? [] : [{ name, block }];
    },
  );
  const out = new ByteWriter();
  out.byte(version);
  out.whole(times.length);
  out.whole(blocks.length);
  for (const { name, block } of blocks) {
    const text = Buffer.from(name);
    out.whole(text.length);
    out.put(text);
    out.whole(block.length);
    out.put(block);
  }
  const sum = crc32(out.end());
  const tail = new Uint8Array(4);
  new DataView(tail.buffer).setUint32(0, sum);
  out.put(tail);
  return out.end().slice();
}

/** A chunk that is read: a column is decoded when it is asked for. */
export class OpenChunk {
  readonly rows: number;
  readonly t: Float64Array;
  readonly #blocks = new Map<string, Uint8Array>();
  readonly #columns = new Map<string, DecodedColumn>();

  /** @throws StorageProblem `failed` where the bytes are not those that were written */
  constructor(bytes: Uint8Array) {
    const end = bytes.length - 4;
    if (end < 0) damaged();
    const body = bytes.subarray(0, end);
    if (new DataView(bytes.buffer, bytes.byteOffset + end).getUint32(0) !== crc32(body)) damaged();
    const reader = new ByteReader(body);
    if (reader.byte() !== version)
      throw new StorageProblem('newer', 'readings were sealed by a newer version of the product');
    this.rows = reader.whole();
    for (let left = reader.whole(); left > 0; left -= 1) {
      const name = Buffer.from(reader.take(reader.whole())).toString();
      this.#blocks.set(name, reader.take(reader.whole()));
    }
    this.t = summed(this.#column('t').numbers ?? new Float64Array(0));
  }

  #column(name: string): DecodedColumn {
    let column = this.#columns.get(name);
    if (column === undefined) {
      const block = this.#blocks.get(name);
      column =
        block === undefined
          ? { numbers: new Float64Array(this.rows).fill(Number.NaN), cells: null }
          : decodeColumn(block, this.rows);
      this.#columns.set(name, column);
    }
    return column;
  }

  /** What answers a column's cell of the nth row; null = missing, also where the chunk has no such column. */
  cellsOf(name: string): (nth: number) => Cell {
    const { numbers, cells } = this.#column(name);
    if (numbers === null) return (nth) => cells[nth] ?? null;
    return (nth) => {
      const value = numbers[nth] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    };
  }

  /** Of the first row at or after a moment its place; `rows` where there is none. */
  placeOf(t: number): number {
    let low = 0;
    let high = this.rows;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.t[middle] ?? 0) < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
