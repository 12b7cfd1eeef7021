/** A message that comes in several packets (transmission mode M3), put together. */
import type { Frame } from './frame.ts';

/** Packets and bytes of one message, *assumed*: a year of hourly values is less. */
const mostPackets = 64;
const mostBytes = 131_072;

export type Assembled =
  | { readonly type: 'whole'; readonly body: Uint8Array }
  | { readonly type: 'waits' }
  /** The last packet came, or one came again, and this one is not there. */
  | { readonly type: 'missing'; readonly number: number; readonly first: Uint8Array | null }
  | { readonly type: 'refused' };

/** The one message of a connection that is under way. */
export class Packets {
  #key = '';
  #parts = new Map<number, Uint8Array>();
  #bytes = 0;
  #reachedEnd = false;

  take({ address, functionCode, packet, body, more }: Frame): Assembled {
    if (packet === null) return { type: 'whole', body };
    const { total, number } = packet;
    if (total < 1 || total > mostPackets || number < 1 || number > total) return { type: 'refused' };
    const key = `${address} ${functionCode} ${total}`;
    // The first packet begins a message, unless it was asked for again.
    if (key !== this.#key || (number === 1 && !this.#reachedEnd)) this.#begin(key);
    this.#bytes += body.length - (this.#parts.get(number)?.length ?? 0);
    if (this.#bytes > mostBytes) {
      this.#begin('');
      return { type: 'refused' };
    }
    this.#parts.set(number, body);
    this.#reachedEnd ||= number === total || !more;
    if (this.#parts.size === total) {
      const parts = Array.from(
        { length: total },
        (_, index) => this.#parts.get(index + 1) ?? new Uint8Array(),
      );
      this.#begin('');
      return { type: 'whole', body: Buffer.concat(parts) };
    }
    if (!this.#reachedEnd) return { type: 'waits' };
    let missing = 1;
    while (this.#parts.has(missing)) missing += 1;
    return { type: 'missing', number: missing, first: this.#parts.get(1) ?? null };
  }

  #begin(key: string): void {
    this.#key = key;
    this.#parts = new Map();
    this.#bytes = 0;
    this.#reachedEnd = false;
  }
}
