/** Readings by which nothing happens: nearly all of them. They are counted in memory, and a state is stored now and then. */
import { setImmediate as turn } from 'node:timers/promises';
import { underWay } from '../../domain/alarms/judge.ts';
import { LiveJudge, type RecentReadings, type SharedValue } from '../../domain/alarms/live.ts';
import type { Storage } from '../storage/storage.ts';
import type { HeldInstance } from './held.ts';
import { mustSave, saveStates, type UnsavedState } from './outcome.ts';
import type { Recents } from './recent.ts';

/** ms of judging before others are served. */
export const longestStretch = 3;

/** Instances that wait, by id, each with the moment from which on it has something new. */
type Waiting = Map<number, number>;

/** What came while others were judged, behind `t`, is judged with what is judged now. */
export function covers(waiting: Waiting, id: number, t: number): void {
  const from = waiting.get(id);
  if (from !== undefined && from > t) waiting.delete(id);
}

export class QuietReadings {
  readonly #storage: Storage;
  readonly #recents: Recents;
  readonly #waiting: Waiting;
  #shared = new Map<string, SharedValue>();
  #unsaved: UnsavedState[] = [];

  /** @param waiting those that wait for the next evaluation, as they come */
  constructor(storage: Storage, recents: Recents, waiting: Waiting) {
    this.#storage = storage;
    this.#recents = recents;
    this.#waiting = waiting;
  }

  /** Instances were read anew. */
  begin(): void {
    this.#shared = new Map();
    this.#unsaved = [];
  }

  /** Takes what is nothing but counted; answers the instances that are to be judged in full, and from when on. */
  async take(
    waiting: readonly (readonly [number, number])[],
    instances: ReadonlyMap<number, HeldInstance>,
    now: number,
  ): Promise<readonly (readonly [number, number])[]> {
    const left: (readonly [number, number])[] = [];
    const ready: { readonly held: HeldInstance; readonly live: LiveJudge; readonly from: number }[] = [];
    for (const one of waiting) {
      const [id, from] = one;
      const held = instances.get(id);
      const live = held === undefined ? null : this.#liveOf(held);
      if (held === undefined || live === null || from <= live.t || from === Number.POSITIVE_INFINITY) {
        left.push(one);
        continue;
      }
      const isDue = held.dueAt === null ? live.patience !== null : held.dueAt <= now;
      if (isDue) left.push(one);
      else ready.push({ held, live, from });
    }
    const doubted: RecentReadings[] = [];
    for (const { live } of ready)
      for (const source of live.sources) if (this.#recents.isDoubted(source)) doubted.push(source);
    await this.#recents.compare(doubted);
    let since = performance.now();
    for (const { held, live, from } of ready) {
      covers(this.#waiting, held.id, live.t);
      const isDone = live.goOn(now - underWay * held.judged.sendCycle * 1000);
      held.evaluatedTo = Math.max(held.evaluatedTo, live.t);
      if (!isDone) left.push([held.id, Math.max(from, live.t + 1)]);
      else if (mustSave(held, live.t) && !this.#waiting.has(held.id))
        this.#unsaved.push({ held, state: live.state, t: live.t, heads: this.#headsOf(held) });
      if (performance.now() - since < longestStretch) continue;
      await turn();
      since = performance.now();
    }
    return left;
  }

  /** Stores the states that are due. */
  async save(): Promise<void> {
    const unsaved = this.#unsaved;
    if (unsaved.length === 0) return;
    this.#unsaved = [];
    await this.#storage.write((db) => saveStates(db, unsaved));
    for (const { held, t, heads } of unsaved) {
      held.heads = heads;
      held.savedTo = t;
    }
  }

  /** Times of the newest readings that an instance knows, as of now. */
  #headsOf({ heads, sources }: HeldInstance): Record<string, number> {
    const known = { ...heads };
    for (const source of sources) {
      const last = this.#recents.of(source)?.readings.at(-1);
      if (last !== undefined) known[`${source}/0`] = Math.max(last.t, known[`${source}/0`] ?? last.t);
    }
    return known;
  }

  /** What goes on from an instance's base; its base is that of it from then on. */
  #liveOf(held: HeldInstance): LiveJudge | null {
    if (held.live !== undefined) return held.live;
    if (held.base === null) return null;
    const isPlain = held.recorded.length === 0 && held.receiptSources.length === 0;
    held.live = isPlain
      ? LiveJudge.of(held.judged, held.base, {
          recent: (source) => this.#recents.of(source),
          shared: (key) => this.#sharedOf(key),
        })
      : null;
    if (held.live !== null) held.base = held.live;
    return held.live;
  }

  #sharedOf(key: string): SharedValue {
    const known = this.#shared.get(key) ?? { t: Number.NaN, revision: Number.NaN, value: null };
    this.#shared.set(key, known);
    return known;
  }
}
