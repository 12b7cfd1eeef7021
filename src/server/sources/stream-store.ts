/** Stores what messages of one source bring: those that come while a batch is being committed share the next one. */
import { Refusal } from '../../base/errors.ts';
import { StorageProblem } from '../storage/problem.ts';
import type { Conflict, IngestResult, Reading, Storage } from '../storage/storage.ts';
import type { SourceEntry } from './source.ts';
import type { StreamRuns } from './stream-runs.ts';

/** What one message brings. */
export interface Brought {
  readonly source: SourceEntry;
  readonly readings: readonly Reading[];
  /** Station of its first reading. */
  readonly stationId: number | null;
  /** Rows of the message, and those of which nothing could be taken. */
  readonly lines: number;
  readonly rejected: number;
  readonly now: number;
}
/** Of each reading: 0 changed nothing, 1 stored, 2 filled in; and the values that differ from stored ones. */
export interface Stored {
  readonly each: Uint8Array;
  readonly conflicts: readonly Conflict[];
  readonly conflictCount: number;
}

/** Readings that share a transaction. */
const together = 5000;

interface Waiting {
  readonly delivery: Brought;
  readonly done: (stored: Stored) => void;
  readonly failed: (error: unknown) => void;
}

export interface StreamStoreOptions {
  readonly storage: Storage;
  readonly runs: StreamRuns;
  /** After each commit. */
  readonly stored: (batch: readonly Reading[], result: IngestResult) => void;
}

export class StreamStore {
  readonly #options: StreamStoreOptions;
  #queue: Waiting[] = [];
  #isRunning = false;

  constructor(options: StreamStoreOptions) {
    this.#options = options;
  }

  /**
   * Resolves when everything is committed.
   * @throws Refusal 409 under the rule `fail` where a value differs: nothing of the message is stored; StorageProblem
   */
  store(delivery: Brought): Promise<Stored> {
    return new Promise((done, failed) => {
      this.#queue.push({ delivery, done, failed });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#queue.length > 0) {
      const part = this.#take();
      try {
        await this.#commit(part);
      } catch (error) {
        for (const { failed } of part) failed(error);
      }
    }
    this.#isRunning = false;
  }

  /** What goes together: of one version of the mapping, and alone where one value that differs refuses all. */
  #take(): Waiting[] {
    const [first] = this.#queue;
    const mapping = first?.delivery.source.mapping;
    let count = 1;
    let readings = first?.delivery.readings.length ?? 0;
    while (mapping?.conflicts !== 'fail' && count < this.#queue.length) {
      const next = this.#queue[count]?.delivery;
      if (next?.source.mapping?.version !== mapping?.version) break;
      readings += next?.readings.length ?? 0;
      if (readings > together) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  async #commit(part: readonly Waiting[]): Promise<void> {
    const [first] = part;
    if (first === undefined) return;
    const { source, now, stationId } = first.delivery;
    const { storage, runs, stored } = this.#options;
    const batch = part.flatMap(({ delivery }) => delivery.readings);
    const sum = (of: 'lines' | 'rejected') => part.reduce((all, { delivery }) => all + delivery[of], 0);
    const attempt = async () => {
      const run = await runs.current(source, stationId, now);
      return storage.readings.ingest(batch, {
        conflicts: source.mapping?.conflicts ?? 'keep',
        run,
        adds: { lines: sum('lines'), rejected: sum('rejected') },
        evaluates: true,
        isLive: true,
        each: true,
      });
    };
    const result = await attempt()
      .catch((error: unknown) => {
        if (!(error instanceof StorageProblem) || error.fault !== 'conflict') throw error;
        // The run was taken back meanwhile, or a value differs where none may.
        runs.forget(source.id);
        return attempt();
      })
      .catch((error: unknown) => {
        const isConflict = error instanceof StorageProblem && error.fault === 'conflict';
        throw isConflict && source.mapping?.conflicts === 'fail'
          ? new Refusal(409, 'sources.conflicts.fail')
          : error;
      });
    stored(batch, result);
    const each = result.each ?? new Uint8Array(batch.length);
    let at = 0;
    for (const { delivery, done } of part) {
      const { length } = delivery.readings;
      const own = new Set(
        delivery.readings.map(({ row, sourceId, element, t }) => `${row} ${sourceId} ${element} ${t}`),
      );
      const conflicts = result.conflicts.filter(({ row, sourceId, element, t }) =>
        own.has(`${row} ${sourceId} ${element} ${t}`),
      );
      const conflictCount = part.length === 1 ? result.conflictCount : conflicts.length;
      done({ each: each.slice(at, at + length), conflicts, conflictCount });
      at += length;
    }
  }
}
