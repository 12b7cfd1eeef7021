/** What is held behind a gap in the sequence numbers (src/protocol/README.md#session-rules). Pure. */
import type { NodeMessage } from './node-events.ts';

/** Most messages of a node (*assumed*); a fuller one is given up at once, which loses nothing. */
const maxHeld = 128;

/** The messages of a node that are held, by their sequence numbers. */
export class HeldMessages {
  readonly #maxBytes: number;
  readonly #messages = new Map<number, NodeMessage>();
  #bytes = 0;

  /** @param maxBytes most bytes on the wire */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#messages.size;
  }
  /** No other one may be held. */
  get isFull(): boolean {
    return this.#messages.size >= maxHeld - 1 || this.#bytes >= this.#maxBytes;
  }
  has(seq: number): boolean {
    return this.#messages.has(seq);
  }

  keep(seq: number, message: NodeMessage): void {
    this.#messages.set(seq, message);
    this.#bytes += message.bytes ?? 0;
  }

  /** Takes the message with this number out, if it is held. */
  take(seq: number): NodeMessage | undefined {
    const message = this.#messages.get(seq);
    if (message === undefined) return undefined;
    this.#messages.delete(seq);
    this.#bytes = this.#messages.size === 0 ? 0 : this.#bytes - (message.bytes ?? 0);
    return message;
  }

  /** Takes messages out. */
  takeWhere(which: (message: NodeMessage) => boolean): readonly NodeMessage[] {
    const seqs = [...this.#messages].flatMap(([seq, message]) => (which(message) ? [seq] : []));
    return seqs.flatMap((seq) => this.take(seq) ?? []);
  }

  /** Takes all out, in the order of their numbers from one on. */
  takeAll(from: number): readonly (readonly [seq: number, message: NodeMessage])[] {
    const held = [...this.#messages].sort(([a], [b]) => ((a - from + 256) % 256) - ((b - from + 256) % 256));
    this.#messages.clear();
    this.#bytes = 0;
    return held;
  }
}
