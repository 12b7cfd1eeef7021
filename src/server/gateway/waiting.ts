import { isTopicId } from '../../protocol/topics.ts';

/** An RTU that knocked and is not registered. */
export interface Knock {
  readonly sn: string;
  /** Where it connected from; null at an external broker. */
  readonly address: string | null;
  /** Sparkplug group of its traffic; null where it never got so far. */
  readonly group: string | null;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly attempts: number;
}

const mostKept = 200;
const longestName = 40;
/** New names that one address may bring in a minute: a flood must not push out who really waits. */
const newPerMinute = 5;
const minute = 60_000;
/** An entry that has not knocked for a day gives way to new ones first. */
const stale = 86_400_000;

/** RTUs that wait to be let in, in memory, bounded: a list for people, not a record. */
export class WaitingList {
  readonly #knocks = new Map<string, Knock>();
  readonly #brought = new Map<string, { since: number; count: number }>();

  constructor(readonly now: () => number = Date.now) {}

  /** Newest first; of one moment whoever knocked last. */
  get list(): readonly Knock[] {
    return [...this.#knocks.values()].reverse().sort((a, b) => b.lastAt - a.lastAt);
  }

  /** Takes note of an unknown name; one that no RTU could have is passed over. */
  knock(sn: string, address: string | null, group: string | null): void {
    if (sn.length > longestName || !/^[A-Za-z0-9._-]+$/.test(sn) || !isTopicId(sn)) return;
    const at = this.now();
    const known = this.#knocks.get(sn);
    if (known === undefined && !this.#mayBring(address ?? '', at)) return;
    // Taken out first: the order of the map is that of the last knocks.
    this.#knocks.delete(sn);
    this.#knocks.set(sn, {
      sn,
      address: address ?? known?.address ?? null,
      group: group ?? known?.group ?? null,
      firstAt: known?.firstAt ?? at,
      lastAt: at,
      attempts: (known?.attempts ?? 0) + 1,
    });
    if (this.#knocks.size <= mostKept) return;
    // Who has been silent for long goes first, then who knocked least.
    const [worst] = [...this.#knocks.values()]
      .filter((knock) => knock.sn !== sn)
      .sort(
        (a, b) => Number(at - b.lastAt > stale) - Number(at - a.lastAt > stale) || a.attempts - b.attempts,
      );
    if (worst !== undefined) this.#knocks.delete(worst.sn);
  }

  #mayBring(address: string, at: number): boolean {
    const known = this.#brought.get(address);
    const own =
      known === undefined || at < known.since || at - known.since > minute ? { since: at, count: 0 } : known;
    own.count += 1;
    this.#brought.delete(address);
    this.#brought.set(address, own);
    if (this.#brought.size > 1000) {
      const [oldest] = this.#brought.keys();
      if (oldest !== undefined) this.#brought.delete(oldest);
    }
    return own.count <= newPerMinute;
  }

  /** Takes one off: let in, or dismissed. */
  forget(sn: string): void {
    this.#knocks.delete(sn);
  }
}
