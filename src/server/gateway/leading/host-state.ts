import { decodeState, encodeState, stateTopic } from '../../../protocol/topics.ts';
import type { OutMessage } from '../source.ts';

/** online: this host leads. standby: another host of the same id does. */
export type HostPhase = 'offline' | 'standby' | 'online';

export interface HostStateOptions {
  readonly hostId: string;
  readonly now: () => number;
  readonly publish: (message: OutMessage) => void;
  /** Called when the host starts or ceases to lead. */
  readonly changed: (phase: HostPhase) => void;
  /** ms to see whether a host that is said to be offline answers. */
  readonly answerTime: number;
  /** ms that a silent leader is waited for before it is asked whether it lives. */
  readonly patience: number;
}

/**
 * The STATE of a Sparkplug host application: Will and birth with the same time, online again at once when it is said
 * to be offline, offline with the time of now on a planned stop. A second host with the same id stands by: it leads
 * once the other is offline and does not answer.
 */
export class HostState {
  readonly topic: string;
  readonly #options: HostStateOptions;
  /** Times of this process's own STATE messages: an old one of ours is no other host. */
  readonly #own = new Set<number>();
  #timestamp = 0;
  #phase: HostPhase = 'offline';
  #timer: NodeJS.Timeout | null = null;

  constructor(options: HostStateOptions) {
    this.#options = options;
    this.topic = stateTopic(options.hostId);
  }

  get phase(): HostPhase {
    return this.#phase;
  }

  /** The Will of the next connection. Its time is that of the STATE online that follows. */
  will(): OutMessage {
    this.#timestamp = Math.max(this.#options.now(), this.#timestamp + 1);
    this.#own.add(this.#timestamp);
    return this.#message(false, this.#timestamp);
  }

  /** Subscriptions stand, and no other host is known: lead. */
  lead(): void {
    this.#wait(null, 0);
    this.#options.publish(this.#message(true, this.#timestamp));
    this.#change('online');
  }

  /** A message on the own STATE topic; `before` = true while it is not yet decided who leads. */
  received(payload: Uint8Array): void {
    const state = decodeState(Buffer.from(payload).toString('utf8'));
    if (state === null) return;
    const isOwn = this.#own.has(state.timestamp);
    if (state.online) {
      if (isOwn) return;
      // Two lead at once: the one that came first goes on.
      if (this.#phase === 'online' && state.timestamp > this.#timestamp) this.lead();
      else this.#standBy();
    } else if (this.#phase === 'online') this.lead();
    else if (this.#phase === 'standby') this.#wait(() => this.lead(), this.#options.answerTime);
  }

  /** The connection is lost. */
  lost(): void {
    this.#wait(null, 0);
    this.#change('offline');
  }

  /** A planned stop: what to publish, if this host led. */
  stop(): OutMessage | null {
    const led = this.#phase === 'online';
    this.lost();
    return led ? this.#message(false, Math.max(this.#options.now(), this.#timestamp)) : null;
  }

  #standBy(): void {
    this.#wait(() => {
      const at = this.#options.now();
      this.#own.add(at);
      this.#options.publish(this.#message(false, at));
    }, this.#options.patience);
    this.#change('standby');
  }

  #message(online: boolean, timestamp: number): OutMessage {
    return { topic: this.topic, payload: encodeState({ online, timestamp }), qos: 1, retain: true };
  }

  #change(phase: HostPhase): void {
    if (this.#phase === phase) return;
    this.#phase = phase;
    this.#options.changed(phase);
  }

  #wait(then: (() => void) | null, time: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = then === null ? null : setTimeout(then, time);
  }
}
