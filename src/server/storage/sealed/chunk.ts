/**
 * A chunk: rows of one series in order of time, as one value of the database. A version, the number of rows, then each
 * column that has values by its name, then a checksum of all that.
 */
import { crc32 } from 'node:zlib';
import type { Cell } from '../executor.ts';
import { StorageProblem } from '../problem.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { type DecodedColumn, decodeColumn, encodeColumn } from './column-codec.ts';
import { type Prediction, predicted, readPrediction, writePrediction } from './predicted.ts';

const version = 1;
const damaged = (): never => {
  throw new StorageProblem('failed', 'sealed readings are damaged: their checksum differs');
};

/** A column's cells, one a row. */
export interface ChunkColumn {
  readonly name: string;
  readonly cells: readonly Cell[];
  /** How it may follow from a column before it. */
  readonly prediction?: Prediction | undefined;
}

/** Before a column's block: how it is written. */
const forms = { plain: 0, predicted: 1 } as const;

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

/** The bytes of one column; null where no row has a value. */
function blockOf(
  times: readonly number[],
  { cells, prediction }: ChunkColumn,
  before: ReadonlyMap<string, readonly Cell[]>,
): Uint8Array | null {
  const out = new ByteWriter();
  const plain = encodeColumn(cells);
  if (plain === null) return null;
  const base = prediction === undefined ? undefined : before.get(prediction.of);
  if (prediction !== undefined && base !== undefined) {
    const found = writePrediction(prediction, cells, predicted(prediction, times, base));
    const rest = found === null ? null : (encodeColumn(found.rest) ?? new Uint8Array(0));
    if (found !== null && rest !== null && found.head.length + rest.length < plain.length) {
      out.byte(forms.predicted);
      out.put(found.head);
      out.put(rest);
      return out.end();
    }
  }
  out.byte(forms.plain);
  out.put(plain);
  return out.end();
}

/** The bytes of a chunk. @param times ascending, ms @param columns named differently, each with a cell a row */
export function encodeChunk(times: readonly number[], columns: readonly ChunkColumn[]): Uint8Array {
  const before = new Map<string, readonly Cell[]>();
  const blocks = [{ name: 't', cells: stepped(times) as readonly Cell[] }, ...columns].flatMap((column) => {
    const block = blockOf(times, column, before);
    before.set(column.name, column.cells);
    return block === null ? [] : [{ name: column.name, block }];
  });
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
      const { buffer, byteOffset, length } = reader.take(reader.whole());
      const name = Buffer.from(buffer, byteOffset, length).toString();
      this.#blocks.set(name, reader.take(reader.whole()));
    }
    this.t = summed(this.#column('t').numbers ?? new Float64Array(0));
  }

  #column(name: string): DecodedColumn {
    let column = this.#columns.get(name);
    if (column === undefined) {
      const block = this.#blocks.get(name);
      column = block === undefined ? this.#none() : this.#decode(block);
      this.#columns.set(name, column);
    }
    return column;
  }

  #none(): DecodedColumn {
    return { numbers: new Float64Array(this.rows).fill(Number.NaN), cells: null };
  }

  #decode(block: Uint8Array): DecodedColumn {
    const bytes = block.subarray(1);
    if (block[0] === forms.plain) return decodeColumn(bytes, this.rows);
    const prediction = readPrediction(bytes, this.rows);
    const { of, marks, others, block: rest } = prediction;
    const base = Array.from({ length: this.rows }, (_, nth) => nth).map(this.cellsOf(of));
    const expected = predicted(prediction, this.t, base);
    const explicit = rest.length === 0 ? null : decodeColumn(rest, others);
    const numbers = new Float64Array(this.rows);
    let at = 0;
    for (let nth = 0; nth < this.rows; nth += 1) {
      if (((marks[nth >> 3] ?? 0) & (1 << (nth & 7))) !== 0) {
        const cell = expected[nth];
        numbers[nth] = typeof cell === 'number' ? cell : Number.NaN;
      } else {
        numbers[nth] = explicit?.numbers?.[at] ?? Number.NaN;
        at += 1;
      }
    }
    return { numbers, cells: null };
  }

  /** A column's numbers, one a row; NaN = missing, also where the column holds none. They must not be changed. */
  numbersOf(name: string): Float64Array {
    return (this.#column(name).numbers ?? this.#none().numbers) as Float64Array;
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
