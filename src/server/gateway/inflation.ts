import { steady } from '../steady.ts';

/** Bytes a second that one node's compressed payloads may inflate to; more slows its connection down. */
const perSecond = 1024 * 1024;
const burst = 4 * perSecond;

/** By how much nodes are slowed down, so that what one sends compressed costs no more than what others send. */
export class Inflation {
  readonly #nodes = new Map<string, { readonly at: number; readonly left: number }>();

  /** Counts a payload that inflated to so many bytes; ms that its node is to wait. */
  pause(sn: string, bytes: number): number {
    const now = steady();
    const known = this.#nodes.get(sn) ?? { at: now, left: burst };
    const refilled = known.left + ((now - known.at) * perSecond) / 1000;
    const left = Math.min(burst, refilled) - bytes;
    this.#nodes.set(sn, { at: now, left });
    return left >= 0 ? 0 : Math.ceil((-left * 1000) / perSecond);
  }
}
