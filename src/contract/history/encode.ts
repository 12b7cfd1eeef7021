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

/** Zig-zag deltas of the scaled values; null when one does not fit 32 bits. `present` gets a bit a value. */
function deltas(values: Float64Array, digits: number, order: 1 | 2, present: Uint8Array): Uint32Array | null {
  const scale = 10 ** digits;
  const result = new Uint32Array(values.length);
  let previous = 0;
  let step = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    const known = !Number.isNaN(value);
    if (known) present[i >> 3] = (present[i >> 3] ?? 0) | (1 << (i & 7));
    const scaled = known ? Math.round(value * scale) : previous + (order === 2 ? step : 0);
    if (!Number.isSafeInteger(scaled)) return null;
    const delta = scaled - previous;
    const stored = order === 2 ? delta - step : delta;
    if (stored >= largest || stored < -largest) return null;
    result[i] = ((stored << 1) ^ (stored >> 31)) >>> 0;
    previous = scaled;
    step = delta;
  }
  return result;
}

function writeColumn(writer: Writer, values: Float64Array, digits: number, order: 1 | 2): void {
  const n = values.length;
  if (values.every(Number.isNaN)) {
    writer.u8(0);
    return;
  }
  // The first value is taken apart, so that a large offset (a time, a pressure) costs nothing.
  const present = new Uint8Array((n + 7) >> 3);
  const start = values.find((value) => !Number.isNaN(value)) ?? 0;
  const shifted = order === 2 ? values.map((value) => value - start) : values;
  const packed = deltas(shifted, digits, order, present);
  if (packed === null) {
    writePlain(writer, values);
    return;
  }
  const whole = values.every((value) => !Number.isNaN(value));
  const top = packed.reduce((highest, value) => (value > highest ? value : highest), 0);
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
