import type { HistoryChannel, HistoryColumns } from './columns.ts';
import { HistoryBytesError, meanDigits, version } from './format.ts';

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  #step(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) throw new HistoryBytesError('truncated');
    this.#at += length;
    return at;
  }
  u8(): number {
    return this.#view.getUint8(this.#step(1));
  }
  u16(): number {
    return this.#view.getUint16(this.#step(2), true);
  }
  u32(): number {
    return this.#view.getUint32(this.#step(4), true);
  }
  f64(): number {
    return this.#view.getFloat64(this.#step(8), true);
  }
  bytes(length: number): Uint8Array {
    const at = this.#step(length);
    return this.#bytes.subarray(at, at + length);
  }
  get done(): boolean {
    return this.#at === this.#bytes.length;
  }
  get left(): number {
    return this.#bytes.length - this.#at;
  }
}

function readPacked(reader: Reader, n: number, digits: number): Float64Array {
  const order = reader.u8();
  const sparse = reader.u8();
  const planes = reader.u8();
  if (order < 1 || order > 2 || sparse > 1 || planes > 4) throw new HistoryBytesError('malformed');
  const start = order === 2 ? reader.f64() : 0;
  const present = sparse === 1 ? reader.bytes((n + 7) >> 3) : null;
  const packed = new Uint32Array(n);
  for (let plane = 0; plane < planes; plane++) {
    const bytes = reader.bytes(n);
    const shift = 8 * plane;
    for (let i = 0; i < n; i++) packed[i] = ((packed[i] ?? 0) | ((bytes[i] ?? 0) << shift)) >>> 0;
  }
  const values = new Float64Array(n);
  const scale = 10 ** digits;
  let value = 0;
  let step = 0;
  for (let i = 0; i < n; i++) {
    const zigzag = packed[i] ?? 0;
    const stored = (zigzag >>> 1) ^ -(zigzag & 1);
    step = order === 2 ? step + stored : stored;
    value += step;
    const known = present === null || ((present[i >> 3] ?? 0) & (1 << (i & 7))) !== 0;
    values[i] = known ? start + value / scale : Number.NaN;
  }
  return values;
}

function readColumn(reader: Reader, n: number, digits: number): Float64Array {
  const kind = reader.u8();
  if (kind === 0) return new Float64Array(n).fill(Number.NaN);
  if (kind === 2) return readPacked(reader, n, digits);
  if (kind !== 1) throw new HistoryBytesError('malformed');
  if (reader.left < n * 8) throw new HistoryBytesError('truncated');
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) values[i] = reader.f64();
  return values;
}

const none = { value: null, min: null, max: null, first: null, last: null, mean: null } as const;

/** Decodes a history answer. @throws HistoryBytesError for a buffer that is cut off, newer, or not ours. */
export function decodeHistory(buffer: ArrayBuffer | Uint8Array): HistoryColumns {
  const reader = new Reader(buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer));
  if (reader.u8() !== version) throw new HistoryBytesError('version');
  const mode = reader.u8();
  if (mode > 1) throw new HistoryBytesError('malformed');
  const count = reader.u16();
  const n = reader.u32();
  const step = reader.f64();
  // A column that holds anything needs at least three bytes; this bounds what a hostile length can allocate.
  if (n > 100_000_000) throw new HistoryBytesError('malformed');
  const t = readColumn(reader, n, 0);
  const channels: HistoryChannel[] = [];
  for (let i = 0; i < count; i++) {
    const channel = new TextDecoder().decode(reader.bytes(reader.u8()));
    const digits = reader.u8();
    if (digits > 15) throw new HistoryBytesError('malformed');
    if (mode === 0) channels.push({ ...none, channel, value: readColumn(reader, n, digits) });
    else {
      const [min, max, first, last] = [0, 1, 2, 3].map(() => readColumn(reader, n, digits));
      const mean = readColumn(reader, n, digits + meanDigits);
      channels.push({
        channel,
        value: null,
        min: min ?? null,
        max: max ?? null,
        first: first ?? null,
        last: last ?? null,
        mean,
      });
    }
  }
  if (!reader.done) throw new HistoryBytesError('malformed');
  return { mode: mode === 0 ? 'raw' : 'bins', step, t, channels };
}
