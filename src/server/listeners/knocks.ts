/** Who was refused at the listeners, by reason and address: in memory, bounded; a list for people, not a record. */
import type { KnockReason, ListenerId } from '../../contract/listeners.ts';

export interface RefusedKnock {
  readonly listener: ListenerId;
  readonly reason: KnockReason;
  /** Where it came from; of a folder, the source's key. */
  readonly address: string;
  /** What it said it was, or what it was about: a name, a topic, a size. Text of a stranger. */
  readonly detail: string;
}

export interface KnockGroup extends RefusedKnock {
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Groups that are kept, and of one listener (*assumed*: a page of each; a flood at one port must not push out the rest). */
export const mostKnocks = 500;
export const mostOfListener = 100;
/** Letters of a detail. */
const longest = 120;
/** ms after which a group is no longer listed. */
const listedFor = 86_400_000;

export class KnockBook {
  readonly #now: () => number;
  /** In the order in which they were last heard of. */
  readonly #groups = new Map<string, KnockGroup>();
  readonly #perListener = new Map<ListenerId, number>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  knock({ listener, reason, address, detail }: RefusedKnock): void {
    const at = this.#now();
    const key = `${listener} ${reason} ${address}`;
    const known = this.#groups.get(key);
    if (known === undefined) this.#makeRoom(listener);
    this.#groups.delete(key);
    this.#groups.set(key, {
      ...{ listener, reason, address },
      detail: detail.slice(0, longest),
      count: (known?.count ?? 0) + 1,
      firstAt: known?.firstAt ?? at,
      lastAt: at,
    });
    if (known === undefined) this.#perListener.set(listener, (this.#perListener.get(listener) ?? 0) + 1);
  }

  /** Of the last 24 hours, the newest first. */
  list(): readonly KnockGroup[] {
    const since = this.#now() - listedFor;
    return [...this.#groups.values()].filter(({ lastAt }) => lastAt > since).reverse();
  }

  /** The group that was silent for longest gives way: of the listener itself where it has its share, else of all. */
  #makeRoom(listener: ListenerId): void {
    const isFull = (this.#perListener.get(listener) ?? 0) >= mostOfListener;
    if (!isFull && this.#groups.size < mostKnocks) return;
    for (const [key, group] of this.#groups) {
      if (isFull && group.listener !== listener) continue;
      this.#groups.delete(key);
      this.#perListener.set(group.listener, (this.#perListener.get(group.listener) ?? 1) - 1);
      return;
    }
  }
}
