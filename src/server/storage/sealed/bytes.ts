/** Bytes that are written and read in order. Whole numbers below 2⁵³ take seven bits a byte, the lowest first. */
import { StorageProblem } from '../problem.ts';

/** Grows as it is written. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  #reserve(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(wanted, 2 * this.#bytes.length));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** A whole number, 0 to below 2⁵³. */
  whole(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** A whole number of either sign, beyond −2⁵² and below 2⁵²; small ones take few bytes. */
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }

  put(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What was written; of no use once more is. */
  end(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Reads what a `ByteWriter` wrote. @throws StorageProblem `failed` beyond the end */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new StorageProblem('failed', 'sealed readings end too early');
    this.#at += 1;
    return value;
  }

  whole(): number {
    let byte = this.byte();
    let value = byte & 0x7f;
    for (let unit = 0x80; byte >= 0x80; unit *= 0x80) {
      byte = this.byte();
      value += (byte & 0x7f) * unit;
    }
    return value;
  }

  signed(): number {
    const value = this.whole();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new StorageProblem('failed', 'sealed readings end too early');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** All that was not read yet. */
  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#at);
  }
}
