/** Messages as they came, of the last so many seconds, oldest first; bounded in bytes. Pure. */
import type { MessageOrigin } from '../tap.ts';

/** A message that was heard, and not acted upon. */
export interface KeptMessage {
  readonly topic: string;
  readonly bytes: Uint8Array;
  readonly origin: MessageOrigin;
  /** When it came, UTC ms. */
  readonly at: number;
  /** When it came, by the clock that only passes. */
  readonly ran: number;
}

/** What a message takes besides its payload, bytes (*assumed*). */
const overhead = 200;
/** Messages that were taken out before the list is made shorter. */
const slack = 1024;

export class RawWindow {
  readonly #span: number;
  readonly #mostBytes: number;
  #messages: KeptMessage[] = [];
  /** Place of the oldest one. */
  #first = 0;
  #bytes = 0;

  /**
   * @param span ms that a message is kept
   * @param mostBytes of all messages together: beyond it the oldest go early
   */
  constructor(span: number, mostBytes: number) {
    this.#span = span;
    this.#mostBytes = mostBytes;
  }

  get count(): number {
    return this.#messages.length - this.#first;
  }
  get isFull(): boolean {
    return this.#bytes > this.#mostBytes;
  }

  keep(message: KeptMessage): void {
    this.#messages.push(message);
    this.#bytes += message.bytes.length + overhead;
  }

  /** Takes the oldest message out; undefined where there is none. */
  shift(): KeptMessage | undefined {
    const message = this.#messages[this.#first];
    if (message === undefined) return undefined;
    this.#first += 1;
    this.#bytes -= message.bytes.length + overhead;
    if (this.#first >= slack && this.#first * 2 >= this.#messages.length) {
      this.#messages = this.#messages.slice(this.#first);
      this.#first = 0;
    }
    return message;
  }

  /** Takes the oldest message out if it is too old, or there are too many bytes. */
  outgrown(ran: number): KeptMessage | undefined {
    const oldest = this.#messages[this.#first];
    if (oldest === undefined || (!this.isFull && ran - oldest.ran <= this.#span)) return undefined;
    return this.shift();
  }

  clear(): void {
    this.#messages = [];
    this.#first = 0;
    this.#bytes = 0;
  }
}
