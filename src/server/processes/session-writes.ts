import { noteChanges } from '../changes/change-log.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { checkLease, type HeldLease, LeaseLost } from './fence.ts';
import { noteBirth, releaseLeases, rtuLease, rtuPrefix, takeLeases } from './lease-rows.ts';

/** Sessions that begin within so many ms are written together. */
const gather = 5;

export interface SessionWritesOptions {
  readonly storage: Storage;
  /** Id of this process. */
  readonly id: string;
  /** The lease as this process has it; null = it does not. */
  readonly leaseOf: (name: string) => HeldLease | null;
  /** A session is this process's. */
  readonly taken: (name: string, epoch: number) => void;
  readonly failed: (error: unknown) => void;
}

/** What is to be written of an RTU's session. */
interface Asked {
  takers: { readonly done: () => void; readonly failed: (error: unknown) => void }[];
  /** Leases that this process must have for it. */
  permittedBy: Set<string>;
  bornAt: number | null;
  isReleased: boolean;
}

/** Writes whose sessions of RTUs are this process's, many at once. */
export class SessionWrites {
  readonly #options: SessionWritesOptions;
  readonly #asked = new Map<string, Asked>();
  readonly #writes: WorkLoop;

  constructor(options: SessionWritesOptions) {
    this.#options = options;
    this.#writes = new WorkLoop({ run: () => this.#write(), failed: options.failed, again: [500, 1000] });
  }

  /** @throws LeaseLost where this process does not have the lease that permits it */
  take(rtuId: number, permittedBy: string | null): Promise<void> {
    const asked = this.#ask(rtuId);
    asked.isReleased = false;
    if (permittedBy !== null) asked.permittedBy.add(permittedBy);
    return new Promise((done, failed) => {
      asked.takers.push({ done, failed });
      this.#writes.wake(undefined, gather);
    });
  }

  born(rtuId: number, at: number): void {
    this.#ask(rtuId).bornAt = at;
    this.#writes.wake(undefined, 10 * gather);
  }

  left(rtuId: number): void {
    this.#ask(rtuId).isReleased = true;
    this.#writes.wake(undefined, 10 * gather);
  }

  stop(): Promise<void> {
    return this.#writes.stop();
  }

  #ask(rtuId: number): Asked {
    const name = rtuLease(rtuId);
    const known = this.#asked.get(name);
    if (known !== undefined) return known;
    const asked: Asked = { takers: [], permittedBy: new Set(), bornAt: null, isReleased: false };
    this.#asked.set(name, asked);
    return asked;
  }

  async #write(): Promise<null> {
    const { storage, id, leaseOf, taken: isTaken } = this.#options;
    const asked = new Map(this.#asked);
    if (asked.size === 0) return null;
    this.#asked.clear();
    const named = (which: (one: Asked) => boolean) =>
      [...asked].filter(([, one]) => which(one)).map(([name]) => name);
    const toTake = named(({ takers }) => takers.length > 0);
    const toRelease = named(({ isReleased }) => isReleased);
    const permittedBy = new Set([...asked.values()].flatMap((one) => [...one.permittedBy]));
    try {
      const taken = await storage.write(async (db) => {
        for (const name of permittedBy) {
          const lease = leaseOf(name);
          if (lease === null) throw new LeaseLost(name);
          await checkLease(db, lease);
        }
        const epochs = await takeLeases(db, toTake, id);
        for (const [name, { bornAt }] of asked) if (bornAt !== null) await noteBirth(db, name, bornAt, id);
        await releaseLeases(db, toRelease, id);
        const ids = [...asked.keys()].map((name) => name.slice(rtuPrefix.length));
        await noteChanges(db, 'link', ids);
        return epochs;
      });
      for (const [name, epoch] of taken) isTaken(name, epoch);
      for (const { takers } of asked.values()) for (const { done } of takers) done();
      return null;
    } catch (error) {
      // Who connects is refused, and connects again; the rest is written later.
      for (const [name, { takers, bornAt, isReleased }] of asked) {
        for (const { failed } of takers) failed(error);
        const later = this.#asked.get(name);
        if (later === undefined)
          this.#asked.set(name, { takers: [], permittedBy: new Set(), bornAt, isReleased });
        else if (later.takers.length === 0) later.isReleased ||= isReleased;
      }
      throw error;
    }
  }
}
