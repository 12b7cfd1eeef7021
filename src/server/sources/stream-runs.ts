/**
 * Streams are gathered into runs: one lasts from its first message until the project's day ends or the mapping changes.
 * Each can be taken back as a whole, as the import of a file can.
 */
import { endRun, startRun } from '../imports/runs.ts';
import { daySpan } from '../storage/rollup/calendar.ts';
import type { Storage } from '../storage/storage.ts';
import type { SourceEntry } from './source.ts';

interface OpenRun {
  readonly id: number;
  readonly version: number;
  /** Moment at which it ends. */
  readonly until: number;
}

/** Runs that are open, by source. */
export class StreamRuns {
  readonly #storage: Storage;
  readonly #open = new Map<number, OpenRun>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** The run was ended or taken back meanwhile: the next message begins another. */
  forget(sourceId: number): void {
    this.#open.delete(sourceId);
  }

  /** The run that readings of now belong to; those that are over are ended. */
  async current(source: SourceEntry, stationId: number | null, now: number): Promise<number> {
    const version = source.mapping?.version ?? 0;
    const known = this.#open.get(source.id);
    if (known?.version === version && now < known.until) return known.id;
    const { start, end } = daySpan({ timeZone: source.timeZone, boundary: 0 }, now);
    const id = await this.#find(source, version, start, now);
    const run = id ?? (await this.#begin(source, version, stationId, now));
    this.#open.set(source.id, { id: run, version, until: end });
    return run;
  }

  /** The run that a process before this one began today; all others of the source that are open are ended. */
  async #find(source: SourceEntry, version: number, start: number, now: number): Promise<number | null> {
    const open = await this.#storage.db
      .selectFrom('import_runs')
      .select(['id', 'mapping_version', 'started_at'])
      .where('source_id', '=', source.id)
      .where('checksum', '=', '')
      .where('ended_at', 'is', null)
      .where('undone_by', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    let found: number | null = null;
    for (const run of open) {
      if (found === null && run.mapping_version === version && run.started_at >= start) found = run.id;
      else await endRun(this.#storage, run.id, { userId: null, accountName: source.name }, now);
    }
    return found;
  }

  #begin(source: SourceEntry, version: number, stationId: number | null, now: number): Promise<number> {
    const { mapping } = source;
    if (mapping === null) throw new Error('a source without a mapping stores nothing');
    return this.#storage.write((db) =>
      startRun(
        db,
        {
          stationId,
          file: source.name,
          checksum: '',
          asked: { mapping: mapping.mapping, station: null, made: { stations: [], rtus: [], sensors: [] } },
          conflicts: mapping.conflicts,
          startedAt: now,
          source: { id: source.id, version },
        },
        { userId: null, accountName: source.name },
      ),
    );
  }
}
