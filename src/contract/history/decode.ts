import { none, RawValues } from '../../base/raw-values.ts';
import type { DecodedHistory } from './columns.ts';
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

/** A packed column with its byte planes put together. */
interface Packed {
  readonly zigzag: Uint32Array;
  readonly order: number;
  readonly start: number;
  readonly present: Uint8Array | null;
}

function readPacked(reader: Reader, n: number): Packed {
  const order = reader.u8();
  const sparse = reader.u8();
  const planes = reader.u8();
  if (order < 1 || order > 2 || sparse > 1 || planes > 4) throw new HistoryBytesError('malformed');
  const start = order === 2 ? reader.f64() : 0;
  const present = sparse === 1 ? reader.bytes((n + 7) >> 3) : null;
  const zigzag = new Uint32Array(n);
  for (let plane = 0; plane < planes; plane++) {
    const bytes = reader.bytes(n);
    const shift = 8 * plane;
    for (let i = 0; i < n; i++) zigzag[i] = ((zigzag[i] ?? 0) | ((bytes[i] ?? 0) << shift)) >>> 0;
  }
  return { zigzag, order, start, present };
}

const isPresent = (present: Uint8Array | null, i: number) =>
  present === null || ((present[i >> 3] ?? 0) & (1 << (i & 7))) !== 0;

function doublesOf({ zigzag, order, start, present }: Packed, digits: number): Float64Array {
  const values = new Float64Array(zigzag.length);
  const scale = 10 ** digits;
  let value = 0;
  let step = 0;
  for (let i = 0; i < values.length; i++) {
    const packed = zigzag[i] ?? 0;
    const stored = (packed >>> 1) ^ -(packed & 1);
    step = order === 2 ? step + stored : stored;
    value += step;
    values[i] = isPresent(present, i) ? start + value / scale : Number.NaN;
  }
  return values;
}

/** The same as whole numbers; null when one does not fit 32 bits. */
function integersOf({ zigzag, order, present }: Packed): Int32Array | null {
  if (order !== 1) return null;
  const values = new Int32Array(zigzag.length);
  let value = 0;
  for (let i = 0; i < values.length; i++) {
    const packed = zigzag[i] ?? 0;
    value += (packed >>> 1) ^ -(packed & 1);
    if (value <= none || value >= -none) return null;
    values[i] = isPresent(present, i) ? value : none;
  }
  return values;
}

/** A column by its kind: `packed` makes something of packed numbers, `plain` of doubles as they stand. */
function readColumn<T>(
  reader: Reader,
  n: number,
  packed: (column: Packed) => T,
  plain: (values: Float64Array) => T,
): T {
  const kind = reader.u8();
  if (kind === 0) return plain(new Float64Array(n).fill(Number.NaN));
  if (kind === 2) return packed(readPacked(reader, n));
  if (kind !== 1) throw new HistoryBytesError('malformed');
  if (reader.left < n * 8) throw new HistoryBytesError('truncated');
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) values[i] = reader.f64();
  return plain(values);
}

const readDoubles = (reader: Reader, n: number, digits: number) =>
  readColumn(
    reader,
    n,
    (column) => doublesOf(column, digits),
    (values) => values,
  );

const readRaw = (reader: Reader, n: number, digits: number) =>
  readColumn(
    reader,
    n,
    (column) => {
      const integers = integersOf(column);
      return integers === null
        ? new RawValues(doublesOf(column, digits), 1)
        : new RawValues(integers, 10 ** digits);
    },
    (values) => new RawValues(values, 1),
  );

/** Decodes a history answer. @throws HistoryBytesError for a buffer that is cut off, newer, or not ours. */
export function decodeHistory(buffer: ArrayBuffer | Uint8Array): DecodedHistory {
  const reader = new Reader(buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer));
  if (reader.u8() !== version) throw new HistoryBytesError('version');
  const mode = reader.u8();
  if (mode > 1) throw new HistoryBytesError('malformed');
  const count = reader.u16();
  const n = reader.u32();
  const step = reader.f64();
  // A column that holds anything needs at least three bytes; this bounds what a hostile length can allocate.
  if (n > 100_000_000) throw new HistoryBytesError('malformed');
  const t = readDoubles(reader, n, 0);
  const head = () => {
    const channel = new TextDecoder().decode(reader.bytes(reader.u8()));
    const digits = reader.u8();
    if (digits > 15) throw new HistoryBytesError('malformed');
    return { channel, digits };
  };
  const readAll = <C>(read: () => C): C[] => {
    const channels = Array.from({ length: count }, read);
    if (!reader.done) throw new HistoryBytesError('malformed');
    return channels;
  };
  if (mode === 0) {
    const channels = readAll(() => {
      const { channel, digits } = head();
      return { channel, values: readRaw(reader, n, digits) };
    });
    return { mode: 'raw', step: 0, t, channels };
  }
  const channels = readAll(() => {
    const { channel, digits } = head();
    const next = () => readDoubles(reader, n, digits);
    // In the order of the bytes.
    const [min, max, first, last] = [next(), next(), next(), next()];
    return { channel, min, max, first, last, mean: readDoubles(reader, n, digits + meanDigits) };
  });
  return { mode: 'bins', step, t, channels };
}
