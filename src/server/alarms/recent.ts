/** The newest readings of sources, held in memory as they are stored, so that what is judged next is not read again. */
import { rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import { type SourceKey, sourceKey } from '../../domain/alarms/judged-instance.ts';
import type { RecentReadings } from '../../domain/alarms/live.ts';
import { stretchReadingOf } from '../storage/readings/stretch.ts';
import type { IngestResult, Reading, Storage, StretchReading } from '../storage/storage.ts';
import type { HeldInstance } from './held.ts';
import { partsOf, readSeries } from './reading-series.ts';

const hour = 3_600_000;
/** Sources of which more is asked are read each time, ms. */
const longestHeld = 25 * hour;
/** Held beyond what is asked, ms: who reads a neighbour may be behind it. */
const slack = hour;
/** Readings that are held together, about 200 bytes each. */
const mostHeld = 400_000;

class Recent implements RecentReadings {
  readonly source: SourceKey;
  /** Its parts. */
  readonly row: RowId;
  readonly sourceId: number;
  isKnown = false;
  from = Number.POSITIVE_INFINITY;
  revision = Number.NaN;
  /** The newest evaluation for which it was compared with what is stored. */
  comparedFor = -1;
  readings: StretchReading[] = [];

  /** @param kept ms that are asked of it */
  constructor(
    source: SourceKey,
    public kept: number,
  ) {
    this.source = source;
    ({ row: this.row, sourceId: this.sourceId } = partsOf(source));
  }

  forget(): void {
    this.isKnown = false;
    this.readings = [];
  }

  fill(readings: readonly StretchReading[], from: number, revision: number, run: number): void {
    this.readings = [...readings];
    this.from = from;
    this.revision = revision;
    this.comparedFor = run;
    this.isKnown = true;
    this.#trim();
  }

  /** The newest row, as it was just stored; false where it does not follow on what is held. */
  add(reading: Reading, before: number, after: number): boolean {
    const last = this.readings.at(-1);
    // It was read together with what is held already.
    if (after <= this.revision) return true;
    if (before !== this.revision) return false;
    if (last !== undefined && reading.t <= last.t) return reading.t === last.t;
    this.readings.push(stretchReadingOf(reading));
    return true;
  }

  #trim(): void {
    const last = this.readings.at(-1);
    const first = this.readings[0];
    if (last === undefined || first === undefined || first.t >= last.t - 2 * this.kept) return;
    const from = last.t - this.kept;
    // Others may still hold the list.
    this.readings = this.readings.filter(({ t }) => t >= from);
    this.from = Math.max(this.from, from);
  }

  /** A batch was added as a whole. */
  added(after: number): void {
    this.revision = after;
    this.#trim();
  }
}

/** Rows whose readings are of one series a source. */
const isPlain = (row: RowId): boolean => rows[row].elements === undefined;

export class Recents {
  readonly #bySource = new Map<SourceKey, Recent>();
  readonly #storage: Storage;
  #run = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** What instances read from now on; what nobody reads any more is dropped. */
  want(instances: Iterable<HeldInstance>): void {
    const wanted = new Map<SourceKey, number>();
    const tooLong = new Set<SourceKey>();
    for (const { sources, receiptSources, history } of instances) {
      for (const source of receiptSources) tooLong.add(source);
      for (const source of sources) wanted.set(source, Math.max(history, wanted.get(source) ?? 0));
    }
    for (const source of this.#bySource.keys()) if (!wanted.has(source)) this.#bySource.delete(source);
    for (const [source, history] of wanted) {
      const kept = history + slack;
      const known = this.#bySource.get(source);
      if (tooLong.has(source) || history > longestHeld || !isPlain(partsOf(source).row))
        this.#bySource.delete(source);
      else if (known === undefined) this.#bySource.set(source, new Recent(source, kept));
      else known.kept = kept;
    }
  }

  /** Nothing that is held is believed. */
  forgetAll(): void {
    for (const recent of this.#bySource.values()) recent.forget();
  }

  of(source: SourceKey): RecentReadings | null {
    return this.#bySource.get(source) ?? null;
  }

  /** Takes in what was just stored. */
  stored({ newest, revisions: { before, after } }: IngestResult): void {
    const grown = new Map<Recent, number>();
    for (let at = 0; at < newest.length; at += 1) {
      const reading = newest[at];
      if (reading === undefined) continue;
      const recent = this.#bySource.get(sourceKey(reading.row, reading.sourceId));
      if (recent === undefined || !recent.isKnown) continue;
      const now = after[at] ?? Number.NaN;
      if (recent.add(reading, before[at] ?? Number.NaN, now)) grown.set(recent, now);
      else recent.forget();
    }
    for (const [recent, now] of grown) {
      if (!recent.isKnown || now <= recent.revision) continue;
      recent.added(now);
      recent.comparedFor = this.#run + 1;
    }
  }

  /** Whether it is not known to be as it is stored. */
  isDoubted(source: RecentReadings): boolean {
    return source instanceof Recent && source.isKnown && source.comparedFor < this.#run;
  }

  /**
   * Another evaluation begins: sources that were not stored since the last one are compared with what is stored before
   * they are used, since an import that wakes nobody says nothing of itself.
   */
  begin(late: Iterable<SourceKey>): void {
    for (const source of late) this.#bySource.get(source)?.forget();
    this.#run += 1;
  }

  /** Forgets those of these sources that have other readings than are held. */
  async compare(sources: Iterable<RecentReadings>): Promise<void> {
    const byRow = new Map<RowId, Map<number, Recent>>();
    for (const recent of sources) {
      if (!(recent instanceof Recent) || !recent.isKnown || recent.comparedFor >= this.#run) continue;
      const { row, sourceId } = recent;
      const list = byRow.get(row) ?? new Map<number, Recent>();
      byRow.set(row, list);
      list.set(sourceId, recent);
    }
    for (const [row, recents] of byRow) {
      const revisions = await this.#storage.readings.revisions(row, [...recents.keys()]);
      for (const [id, recent] of recents) {
        const stored = revisions.get(id) ?? -1;
        // What was stored meanwhile was added meanwhile.
        if (stored === recent.revision) recent.comparedFor = this.#run;
        else recent.forget();
      }
    }
  }

  /**
   * Readings of sources, each from a moment on or from further back.
   * @param from by source
   */
  async series(
    from: ReadonlyMap<SourceKey, number>,
  ): Promise<ReadonlyMap<SourceKey, readonly StretchReading[]>> {
    await this.compare([...from.keys()].flatMap((source) => this.#bySource.get(source) ?? []));
    const found = new Map<SourceKey, readonly StretchReading[]>();
    // Sources that are needed from about the same moment on are read together.
    const groups = new Map<number, SourceKey[]>();
    for (const [source, start] of from) {
      const recent = this.#bySource.get(source);
      if (recent?.isKnown === true && recent.from <= start) {
        // What is added meanwhile is not of this evaluation.
        found.set(source, recent.readings.slice());
        continue;
      }
      const key = Math.floor(start / hour) * hour;
      const list = groups.get(key) ?? [];
      if (list.length === 0) groups.set(key, list);
      list.push(source);
    }
    if (groups.size === 0) return found;
    let held = 0;
    for (const { readings } of this.#bySource.values()) held += readings.length;
    for (const [start, sources] of groups) {
      const revisions = await this.#revisionsOf(sources);
      const read = await readSeries(this.#storage, sources, start, Number.MAX_SAFE_INTEGER);
      for (const [source, readings] of read) {
        found.set(source, readings);
        const revision = revisions.get(source);
        if (revision === undefined || held + readings.length > mostHeld) continue;
        held += readings.length;
        this.#bySource.get(source)?.fill(readings, start, revision, this.#run);
      }
    }
    return found;
  }

  /** Of those that can be held. Asked before their readings: what is stored in between is then read again, not missed. */
  async #revisionsOf(sources: readonly SourceKey[]): Promise<ReadonlyMap<SourceKey, number>> {
    const byRow = new Map<RowId, number[]>();
    for (const source of sources) {
      if (!this.#bySource.has(source)) continue;
      const { row, sourceId } = partsOf(source);
      const list = byRow.get(row) ?? [];
      if (list.length === 0) byRow.set(row, list);
      list.push(sourceId);
    }
    const found = new Map<SourceKey, number>();
    for (const [row, ids] of byRow) {
      const stored = await this.#storage.readings.revisions(row, ids);
      for (const id of ids) found.set(sourceKey(row, id), stored.get(id) ?? -1);
    }
    return found;
  }
}
