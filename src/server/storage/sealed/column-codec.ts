/**
 * One column of sealed readings as bytes. Numbers that are short decimals (nearly all that devices send) are kept as
 * the differences of whole numbers; others as floats whose bytes are sorted by place; text as JSON; samples as they
 * are. What comes out is what went in, to the last bit.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Cell } from '../executor.ts';
import { StorageProblem } from '../problem.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

/** How the cells of a block are written; never reused. */
const kinds = { decimal: 1, float32: 2, float64: 3, json: 4, bytes: 5 } as const;
/** Bits beside the kind in a block's first byte. */
const hasGaps = 0x40;
const isDeflated = 0x80;

/** Share of its bytes that a block must become to be deflated: to inflate one takes as long as to read a thousand numbers. */
const worthwhile = 0.85;

/** Digits behind the point that are tried. */
const mostDigits = 6;
/** Differences of two whole numbers within this are whole numbers that doubles hold. */
const largest = 2 ** 50;

/** The fewest digits behind the point by which all numbers are exact; null where they are no short decimals. */
function digitsOf(numbers: Float64Array): number | null {
  digits: for (let digits = 0; digits <= mostDigits; digits += 1) {
    const scale = 10 ** digits;
    for (const value of numbers) {
      const scaled = Math.round(value * scale);
      if (Math.abs(scaled) > largest) return null;
      // A whole number has no sign of zero.
      if (scaled / scale !== value || Object.is(value, -0)) continue digits;
    }
    return digits;
  }
  return null;
}

function writeDecimals(out: ByteWriter, numbers: Float64Array, digits: number): void {
  const scale = 10 ** digits;
  out.byte(digits);
  let before = 0;
  for (const value of numbers) {
    const scaled = Math.round(value * scale);
    out.signed(scaled - before);
    before = scaled;
  }
}

/** The one loop that every read of sealed numbers goes through: small differences take integers of 32 bits. */
function readDecimals(bytes: Uint8Array, count: number): Float64Array {
  const numbers = new Float64Array(count);
  const scale = 10 ** (bytes[0] ?? 0);
  let at = 1;
  let before = 0;
  for (let index = 0; index < count; index += 1) {
    let byte = bytes[at++] as number; // beyond the end it is noticed below
    let low = byte & 0x7f;
    for (let shift = 7; byte >= 0x80 && shift < 28; shift += 7) {
      byte = bytes[at++] as number;
      low |= (byte & 0x7f) << shift;
    }
    if (byte >= 0x80) {
      let value = low;
      for (let unit = 2 ** 28; byte >= 0x80; unit *= 0x80) {
        byte = bytes[at++] as number;
        value += (byte & 0x7f) * unit;
      }
      before += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    } else before += (low >>> 1) ^ -(low & 1);
    numbers[index] = before / scale;
  }
  if (at !== bytes.length) throw new StorageProblem('failed', 'a column of sealed readings is damaged');
  return numbers;
}

/** Bytes of all numbers by their place in a number: those that change little stand together. */
function sorted(bytes: Uint8Array, width: number): Uint8Array {
  const count = bytes.length / width;
  const out = new Uint8Array(bytes.length);
  for (let place = 0; place < width; place += 1)
    for (let index = 0; index < count; index += 1)
      out[place * count + index] = bytes[index * width + place] ?? 0;
  return out;
}
function unsorted(bytes: Uint8Array, width: number): Uint8Array {
  const count = bytes.length / width;
  const out = new Uint8Array(bytes.length);
  for (let place = 0; place < width; place += 1)
    for (let index = 0; index < count; index += 1)
      out[index * width + place] = bytes[place * count + index] ?? 0;
  return out;
}

function writeNumbers(numbers: Float64Array): { readonly kind: number; readonly bytes: Uint8Array } {
  const digits = digitsOf(numbers);
  if (digits !== null) {
    const out = new ByteWriter();
    writeDecimals(out, numbers, digits);
    return { kind: kinds.decimal, bytes: out.end() };
  }
  if (numbers.every((value) => Object.is(Math.fround(value), value))) {
    const bytes = new Uint8Array(Float32Array.from(numbers).buffer);
    return { kind: kinds.float32, bytes: sorted(bytes, 4) };
  }
  return { kind: kinds.float64, bytes: sorted(new Uint8Array(Float64Array.from(numbers).buffer), 8) };
}

function writeSamples(cells: readonly Uint8Array[]): Uint8Array {
  const out = new ByteWriter();
  for (const cell of cells) {
    out.whole(cell.length);
    out.put(cell);
  }
  return out.end();
}

function writeCells(cells: readonly Exclude<Cell, null>[]): {
  readonly kind: number;
  readonly bytes: Uint8Array;
} {
  if (cells.every((cell) => typeof cell === 'number')) return writeNumbers(Float64Array.from(cells));
  if (cells.every((cell) => cell instanceof Uint8Array))
    return { kind: kinds.bytes, bytes: writeSamples(cells) };
  if (cells.some((cell) => cell instanceof Uint8Array))
    throw new StorageProblem('failed', 'a column has samples and other values');
  return { kind: kinds.json, bytes: Buffer.from(JSON.stringify(cells)) };
}

/** The bytes of a column; null where no row has a value. */
export function encodeColumn(cells: readonly Cell[]): Uint8Array | null {
  const present = cells.filter((cell) => cell !== null);
  if (present.length === 0) return null;
  const { kind, bytes } = writeCells(present);
  const out = new ByteWriter();
  if (present.length < cells.length) {
    const marks = new Uint8Array(Math.ceil(cells.length / 8));
    cells.forEach((cell, index) => {
      if (cell !== null) marks[index >> 3] = (marks[index >> 3] ?? 0) | (1 << (index & 7));
    });
    out.whole(present.length);
    out.put(marks);
  }
  out.put(bytes);
  const plain = out.end();
  const small = deflateRawSync(plain);
  const gaps = present.length < cells.length ? hasGaps : 0;
  const block = new ByteWriter();
  const isWorth = small.length < worthwhile * plain.length;
  block.byte(kind | gaps | (isWorth ? isDeflated : 0));
  block.put(isWorth ? small : plain);
  return block.end();
}

/** A column as it is read: of numbers NaN = missing. */
export type DecodedColumn =
  | { readonly numbers: Float64Array; readonly cells: null }
  | { readonly numbers: null; readonly cells: readonly Cell[] };

function decodeNumbers(kind: number, bytes: Uint8Array, count: number): Float64Array {
  if (kind === kinds.decimal) return readDecimals(bytes, count);
  const width = kind === kinds.float32 ? 4 : 8;
  if (bytes.length !== width * count)
    throw new StorageProblem('failed', 'a column of sealed readings is damaged');
  const { buffer } = unsorted(bytes, width);
  return width === 4 ? Float64Array.from(new Float32Array(buffer)) : new Float64Array(buffer);
}

function decodeCells(kind: number, bytes: Uint8Array, count: number): readonly Cell[] {
  if (kind === kinds.json) return JSON.parse(Buffer.from(bytes).toString()) as Cell[]; // written by writeCells
  const from = new ByteReader(bytes);
  return Array.from({ length: count }, () => Uint8Array.from(from.take(from.whole())));
}

/** Reads what `encodeColumn` wrote of so many rows. @throws StorageProblem `failed` where the bytes are damaged */
export function decodeColumn(block: Uint8Array, rows: number): DecodedColumn {
  const [head = 0] = block;
  const rest = block.subarray(1);
  const plain = (head & isDeflated) === 0 ? rest : inflateRawSync(rest);
  const kind = head & 0x3f;
  let bytes: Uint8Array = plain;
  let marks: Uint8Array | null = null;
  let count = rows;
  if ((head & hasGaps) !== 0) {
    const reader = new ByteReader(plain);
    count = reader.whole();
    marks = reader.take(Math.ceil(rows / 8));
    bytes = reader.rest();
  }
  const isPresent = (index: number): boolean =>
    marks === null || ((marks[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  if (kind === kinds.json || kind === kinds.bytes) {
    const cells = decodeCells(kind, bytes, count);
    let at = 0;
    return {
      numbers: null,
      cells:
        marks === null
          ? cells
          : Array.from({ length: rows }, (_, i) => (isPresent(i) ? (cells[at++] ?? null) : null)),
    };
  }
  const numbers = decodeNumbers(kind, bytes, count);
  if (marks === null) return { numbers, cells: null };
  const spread = new Float64Array(rows).fill(Number.NaN);
  let at = 0;
  for (let index = 0; index < rows; index += 1)
    if (isPresent(index)) {
      spread[index] = numbers[at] ?? Number.NaN;
      at += 1;
    }
  return { numbers: spread, cells: null };
}
