/** What waits for its birth (src/protocol/README.md#session-rules). Pure. */
import type { NodeMessage } from './node-events.ts';

/** How long a message is left unacknowledged, ms; it goes on waiting after that. */
const acknowledgeTime = 30_000;
/** Most messages of a node (*assumed*). */
const maxMessages = 256;

/** A message whose birth has not come yet. */
export interface UnbornMessage {
  message: NodeMessage;
  readonly since: number;
  /** It may belong to the session of the next birth: it has overtaken it. */
  mayFollow: boolean;
  /** It belongs to a session that has ended: an alias in it may mean another metric by now. */
  ended: boolean;
}

/** The messages of a node that wait for a birth, oldest first. */
export class UnbornMessages {
  readonly #maxBytes: number;
  #entries: UnbornMessage[] = [];
  #bytes = 0;
  #unacknowledged = 0;

  /** @param maxBytes most bytes on the wire */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get entries(): readonly UnbornMessage[] {
    return this.#entries;
  }
  /** When `overdue` has something to give; null when never. */
  get dueAt(): number | null {
    const [oldest] = this.#entries;
    return this.#unacknowledged === 0 || oldest === undefined ? null : oldest.since + acknowledgeTime;
  }

  /** Keeps a message; gives the oldest ones where it is one too many. */
  keep(entry: UnbornMessage): readonly UnbornMessage[] {
    this.#entries.push(entry);
    this.#bytes += entry.message.bytes ?? 0;
    if (entry.message.settle !== undefined) this.#unacknowledged += 1;
    const dropped: UnbornMessage[] = [];
    while (this.#entries.length > maxMessages || this.#bytes > this.#maxBytes)
      dropped.push(...this.take((_, index) => index === 0));
    return dropped;
  }

  /** Takes messages out. */
  take(which: (entry: UnbornMessage, index: number) => boolean): readonly UnbornMessage[] {
    const taken: UnbornMessage[] = [];
    const left: UnbornMessage[] = [];
    for (const [index, entry] of this.#entries.entries()) (which(entry, index) ? taken : left).push(entry);
    this.#entries = left;
    for (const { message } of taken) {
      this.#bytes -= message.bytes ?? 0;
      if (message.settle !== undefined) this.#unacknowledged -= 1;
    }
    return taken;
  }

  /** Messages that are acknowledged from now on, although they go on waiting. */
  overdue(now: number): readonly NodeMessage[] {
    if (this.dueAt === null || now < this.dueAt) return [];
    const found: NodeMessage[] = [];
    for (const entry of this.#entries) {
      const { settle, ...message } = entry.message;
      if (settle === undefined || now < entry.since + acknowledgeTime) continue;
      found.push(entry.message);
      entry.message = message;
      this.#unacknowledged -= 1;
    }
    return found;
  }
}
