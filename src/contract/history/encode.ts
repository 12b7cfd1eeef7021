import type { HistoryColumns } from './columns.ts';
import { binColumns, meanDigits, version } from './format.ts';

const largest = 2 ** 31;

/** Grows as it is written to. */
class Writer {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  #room(more: number): number {
    const at = this.#length;
    this.#length += more;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }
  u8(value: number): void {
    const at = this.#room(1);
    this.#bytes[at] = value;
  }
  u16(value: number): void {
    const at = this.#room(2);
    this.#view.setUint16(at, value, true);
  }
  u32(value: number): void {
    const at = this.#room(4);
    this.#view.setUint32(at, value, true);
  }
  f64(value: number): void {
    const at = this.#room(8);
    this.#view.setFloat64(at, value, true);
  }
  bytes(value: Uint8Array): void {
    const at = this.#room(value.length);
    this.#bytes.set(value, at);
  }
  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

function writePlain(writer: Writer, values: Float64Array): void {
  writer.u8(1);
  for (const value of values) writer.f64(value);
}

interface Deltas {
  readonly packed: Uint32Array;
  /** A bit a value. */
  readonly present: Uint8Array;
  /** True where every value is present. */
  readonly whole: boolean;
  readonly largest: number;
}

/** Zig-zag deltas of the scaled values less `start`; null when one does not fit 32 bits. All of a column in one pass. */
function deltas(values: Float64Array, start: number, digits: number, order: 1 | 2): Deltas | null {
  const n = values.length;
  const scale = 10 ** digits;
  const packed = new Uint32Array(n);
  const present = new Uint8Array((n + 7) >> 3);
  let count = 0;
  let top = 0;
  let previous = 0;
  let step = 0;
  for (let i = 0; i < n; i++) {
    const value = (values[i] ?? Number.NaN) - start;
    const known = !Number.isNaN(value);
    if (known) {
      const at = i >> 3;
      present[at] = (present[at] ?? 0) | (1 << (i & 7));
      count++;
    }
    const scaled = known ? Math.round(value * scale) : previous + (order === 2 ? step : 0);
    if (!Number.isSafeInteger(scaled)) return null;
    const delta = scaled - previous;
    const stored = order === 2 ? delta - step : delta;
    if (stored >= largest || stored < -largest) return null;
    const zigzag = ((stored << 1) ^ (stored >> 31)) >>> 0;
    packed[i] = zigzag;
    if (zigzag > top) top = zigzag;
    previous = scaled;
    step = delta;
  }
  return { packed, present, whole: count === n, largest: top };
}

function writeColumn(writer: Writer, values: Float64Array, digits: number, order: 1 | 2): void {
  const n = values.length;
  const first = values.find((value) => !Number.isNaN(value));
  if (first === undefined) {
    writer.u8(0);
    return;
  }
  // The first value is taken apart, so that a large offset (a time, a pressure) costs nothing.
  const start = order === 2 ? first : 0;
  const found = deltas(values, start, digits, order);
  if (found === null) {
    writePlain(writer, values);
    return;
  }
  const { packed, present, whole, largest: top } = found;
  const planes = top === 0 ? 0 : top < 256 ? 1 : top < 65_536 ? 2 : top < 16_777_216 ? 3 : 4;
  writer.u8(2);
  writer.u8(order);
  writer.u8(whole ? 0 : 1);
  writer.u8(planes);
  if (order === 2) writer.f64(start);
  if (!whole) writer.bytes(present);
  for (let plane = 0; plane < planes; plane++) {
    const bytes = new Uint8Array(n);
    for (let i = 0; i < n; i++) bytes[i] = (packed[i] ?? 0) >>> (8 * plane);
    writer.bytes(bytes);
  }
}

/**
 * Encodes a history answer.
 * @param digits decimals of each channel, in the order of `columns.channels`; values are rounded to them
 */
export function encodeHistory(columns: HistoryColumns, digits: readonly number[]): Uint8Array {
  const writer = new Writer();
  writer.u8(version);
  writer.u8(columns.mode === 'raw' ? 0 : 1);
  writer.u16(columns.channels.length);
  writer.u32(columns.t.length);
  writer.f64(columns.step);
  writeColumn(writer, columns.t, 0, 2);
  columns.channels.forEach((channel, index) => {
    const own = digits[index] ?? 4;
    const id = new TextEncoder().encode(channel.channel);
    writer.u8(id.length);
    writer.bytes(id);
    writer.u8(own);
    if (columns.mode === 'raw')
      writeColumn(writer, channel.value ?? new Float64Array(columns.t.length), own, 1);
    else {
      for (const name of binColumns) {
        const column = channel[name] ?? new Float64Array(columns.t.length).fill(Number.NaN);
        writeColumn(writer, column, name === 'mean' ? own + meanDigits : own, 1);
      }
    }
  });
  return writer.take();
}
