/**
 * A host that stands by, warm: it keeps what came in the last seconds, and follows the sessions of nodes as of before that.
 * When it takes over, it goes through what it kept as if it came now: what the other host had stored already is stored
 * once, and what that one no longer stored is stored by this one.
 */
import { decodePayload } from '../../../protocol/decode.ts';
import type { InboundType } from '../../../protocol/node-events.ts';
import type { NodeSession } from '../../../protocol/node-session.ts';
import { type Payload, PayloadError } from '../../../protocol/payload.ts';
import type { NodeTopic } from '../../../protocol/topics.ts';
import { type KeptMessage, RawWindow } from './raw-window.ts';
import { Room } from './room.ts';

/** ms that messages are kept. */
export const standbySpan = 30_000;
/** Bytes of them at most; what is older goes early. */
const mostBytes = 64 * 1024 * 1024;
/** Messages that are gone through before others have their turn. */
const turn = 100;

export interface StandbyOptions {
  /** Parts of a topic of a registered node that a host reads; null for any other. */
  readonly parse: (topic: string) => (NodeTopic & { readonly type: InboundType }) | null;
  readonly sessionOf: (sn: string) => NodeSession;
  /** Does what the message asks for. */
  readonly take: (message: KeptMessage) => void | Promise<void>;
  readonly span?: number;
  readonly mostBytes?: number;
}

export class Standby {
  readonly #options: StandbyOptions;
  readonly #window: RawWindow;
  readonly #room = new Room();
  #isKeeping = true;
  /** This host leads, and goes through what was kept. */
  #takesOver = false;
  /** Of take-overs: one that was broken off does not go on within the next. */
  #takeOvers = 0;

  constructor(options: StandbyOptions) {
    this.#options = options;
    this.#window = new RawWindow(options.span ?? standbySpan, options.mostBytes ?? mostBytes);
  }

  /** True while messages are kept: this host stands by, or has not yet gone through what it kept. */
  get isKeeping(): boolean {
    return this.#isKeeping;
  }
  /** Messages that are kept. */
  get count(): number {
    return this.#window.count;
  }

  /** Keeps a message. A promise slows the source down: what is gone through must not be thrown away for it. */
  keep(message: KeptMessage): void | Promise<void> {
    this.#window.keep(message);
    if (!this.#takesOver) return this.age(message.ran);
    if (this.#window.isFull) return this.#room.wait();
  }

  /** Follows what is older than the span: only what it says of sessions counts. */
  age(ran: number): void {
    if (this.#takesOver) return;
    for (let old = this.#window.outgrown(ran); old !== undefined; old = this.#window.outgrown(ran))
      this.#follow(old);
  }

  /** This host leads: goes through what was kept, and from then on nothing is kept. */
  async takeOver(): Promise<void> {
    this.#takesOver = true;
    this.#takeOvers += 1;
    const begun = this.#takeOvers;
    let taken = 0;
    for (let next = this.#window.shift(); next !== undefined; next = this.#window.shift()) {
      const busy = this.#options.take(next);
      if (busy !== undefined) await busy;
      taken += 1;
      if (taken % turn === 0) await new Promise((resolve) => setImmediate(resolve));
      if (!this.#takesOver || this.#takeOvers !== begun) return;
      if (!this.#window.isFull) this.#room.letIn();
    }
    this.#isKeeping = false;
  }

  /** This host leads no more: what comes from here on is kept. */
  standBy(): void {
    this.#isKeeping = true;
    this.#takesOver = false;
    this.#room.letIn();
  }

  /** The connection is lost: what comes after it does not follow from what was kept. */
  clear(): void {
    this.standBy();
    this.#window.clear();
  }

  #follow({ topic, bytes, ran }: KeptMessage): void {
    const parsed = this.#options.parse(topic);
    if (parsed === null) return;
    const session = this.#options.sessionOf(parsed.node);
    if (session.deadline !== null && session.deadline <= ran) session.tick(ran);
    let payload: Payload;
    try {
      payload = decodePayload(bytes);
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      session.unreadable(parsed.type, ran);
      return;
    }
    const { group, type, device } = parsed;
    session.receive({ group, type, device, payload, bytes: payload.inflatedBytes ?? bytes.length }, ran);
  }
}
