import { Allowance, type GuardLimits } from './packet-guard.ts';

/** Bytes of one RTU's messages that may be under way to the storage (*assumed*: more than sessions may hold). */
const maxInFlight = 4 * 1024 * 1024;
/** Bytes that may wait for room above that; with more waiting the RTU is not let in anew. */
const maxWaiting = 1024 * 1024;

/** What one credential has used of the broker: it holds over reconnects, so that nothing is gained by them. */
export class Account {
  readonly allowance: Allowance;
  #inFlight = 0;
  #waiting: { readonly bytes: number; readonly go: () => void }[] = [];
  #waitingBytes = 0;

  constructor(limits: GuardLimits, now: number) {
    this.allowance = new Allowance(limits, now);
  }

  /** True while so much waits that another connection would only bring more. */
  get isFull(): boolean {
    return this.#waitingBytes > maxWaiting;
  }

  /** Takes a message in; `go` is called at once, or when there is room. */
  enter(bytes: number, go: () => void): void {
    if (this.#inFlight < maxInFlight) {
      this.#inFlight += bytes;
      go();
      return;
    }
    this.#waiting.push({ bytes, go });
    this.#waitingBytes += bytes;
  }

  /** A message has been dealt with. */
  leave(bytes: number): void {
    this.#inFlight -= bytes;
    while (this.#inFlight < maxInFlight) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#waitingBytes -= next.bytes;
      this.#inFlight += next.bytes;
      next.go();
    }
  }
}
