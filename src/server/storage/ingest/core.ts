/** Stores batches of readings, the same way on both dialects: merged by column, derived, `latest` and days kept. */
import type { RowId } from '../../../catalogue/model.ts';
import { idIn, toNumber, toText } from '../executor.ts';
import { StorageProblem } from '../problem.ts';
import { daySpan } from '../rollup/calendar.ts';
import type { DayKey } from '../rollup/sealer.ts';
import type { Conflict, ConflictRule, Reading } from '../storage.ts';
import type { StoredRow } from '../tables.ts';
import type { IngestBackend } from './backend.ts';
import { saveConflicts } from './conflicts.ts';
import { DayBook, intervalOf } from './days.ts';
import { deriveBatch, type Several } from './derive-batch.ts';
import { readFacts, type SourceFacts } from './facts.ts';
import { awaitComputation } from './formula-stretches.ts';
import { changesOf, countRun, type RunProgress, saveChanges } from './import-changes.ts';
import { noteLate } from './late-readings.ts';
import { lostIn, rereadChannels } from './newest.ts';
import { Pending } from './pending.ts';
import { awaitRederivation } from './rederivations.ts';
import { rederiveRange } from './rederive.ts';
import type { RowState } from './row-state.ts';
import { readSeries, Series } from './series.ts';
import { readRowsAt } from './stored-rows.ts';

/** A reading whose values are cells already. */
export interface Incoming extends Omit<Reading, 'row' | 'values' | 'notGood'> {
  /** Its place in the batch; null = whoever gave it does not hold it, and gets it whole. */
  readonly at: number | null;
  readonly row: StoredRow;
  readonly state: RowState;
}
export interface StoreOptions {
  readonly rule: ConflictRule | 'overwrite';
  readonly run: number | null;
  readonly progress: RunProgress | null;
  /** Alarms are evaluated anew for what is behind newer readings. */
  readonly evaluates: boolean;
  /** What became newest is evaluated by who stores it, though it is of an import. */
  readonly isLive: boolean;
  /** What became of each reading is asked for. */
  readonly each: boolean;
  /** Lines that are added to those of the import. */
  readonly adds: RunProgress | null;
  readonly now: number;
}
export interface IngestOutcome {
  readonly stored: number;
  readonly filled: number;
  readonly duplicates: number;
  readonly conflicts: readonly Conflict[];
  readonly conflictCount: number;
  /** Rows that moved `latest` on, in the order of arrival. */
  readonly newest: readonly Pending[];
  /** Days that can be rolled up. */
  readonly ended: readonly DayKey[];
  /** True where something is left to be derived or computed in the background. */
  readonly isLeft: boolean;
  /** One a reading, as in `IngestResult`; null where it was not asked for. */
  readonly each: Uint8Array | null;
}

/** Conflicts that a result names; all are counted. */
const conflictsNamed = 100;
/** Rows derived anew within the batch's own transaction; more are left to the background. */
const derivedAtOnce = 5000;
/** Rows that windows hold together before they are given up: about 130 MB; counted once in so many batches. */
const windowRows = 4_000_000;
const windowsCountedEach = 256;

export class IngestCore {
  readonly #backend: IngestBackend;
  readonly #series = new Map<RowId, Map<number, Series>>();
  readonly #facts = new Map<RowId, Map<number, SourceFacts>>();
  #batches = 0;

  constructor(backend: IngestBackend) {
    this.#backend = backend;
  }

  /** Nothing that is remembered holds: a transaction failed, or rows were changed past it. */
  forget(): void {
    this.#series.clear();
    this.#facts.clear();
  }

  /** Somebody else has written: facts are read anew, series compared before they are used. */
  distrust(): void {
    this.#facts.clear();
    for (const bySource of this.#series.values()) {
      for (const series of bySource.values()) series.isTrusted = false;
    }
  }

  /** Facts of a source that `store` or `load` has read. */
  factsOf(row: RowId, sourceId: number): SourceFacts {
    const facts = this.#facts.get(row)?.get(sourceId);
    if (facts === undefined) throw new Error(`facts of ${row} ${sourceId} were not read`);
    return facts;
  }

  /** Series of a key that `load` has read. */
  seriesOf(row: RowId, sourceId: number, element: number): Series {
    const series = this.#series.get(row)?.get(sourceId * 1024 + element);
    if (series === undefined) throw new Error(`series ${row} ${sourceId} ${element} was not read`);
    return series;
  }

  /** Reads what is not known, or not trusted, of sources and series. */
  async load(row: StoredRow, keys: readonly { readonly sourceId: number; readonly element: number }[]) {
    await this.#loadFacts(row, keys);
    const known = this.#series.get(row.id) ?? new Map<number, Series>();
    this.#series.set(row.id, known);
    const doubtful = new Set<number>();
    for (const { sourceId, element } of keys) {
      const number = sourceId * 1024 + element;
      const series = known.get(number);
      if (series === undefined) known.set(number, new Series({ row: row.id, sourceId, element }, row));
      if (!series?.isTrusted) doubtful.add(sourceId);
    }
    if (doubtful.size > 0) await this.#loadSeries(row, known, [...doubtful]);
  }

  async #loadFacts(row: StoredRow, keys: readonly { readonly sourceId: number }[]): Promise<void> {
    const known = this.#facts.get(row.id) ?? new Map<number, SourceFacts>();
    this.#facts.set(row.id, known);
    const missing = new Set<number>();
    for (const { sourceId } of keys) if (!known.has(sourceId)) missing.add(sourceId);
    if (missing.size === 0) return;
    for (const [id, facts] of await readFacts(this.#backend.exec, row.id, [...missing])) known.set(id, facts);
  }

  async #loadSeries(row: StoredRow, known: Map<number, Series>, sourceIds: readonly number[]) {
    const { exec } = this.#backend;
    const wanted = new Set(sourceIds);
    const ids = JSON.stringify(sourceIds);
    const where = `row_id = ? AND ${idIn(exec.dialect, 'source_id')}`;
    const stale: Series[] = [];
    const seen = new Set<number>();
    for (const [id, element, revision] of await exec.all(
      `SELECT source_id, element, revision FROM latest WHERE ${where}`,
      [row.id, ids],
    )) {
      const number = toNumber(id) * 1024 + toNumber(element);
      seen.add(number);
      const series = known.get(number);
      if (series === undefined) continue;
      if (series.revision !== toNumber(revision)) stale.push(series);
      series.isTrusted = true;
    }
    for (const [number, series] of known) {
      if (seen.has(number) || !wanted.has(series.key.sourceId)) continue;
      // It has no rows (any more).
      if (series.t !== Number.NEGATIVE_INFINITY) known.set(number, new Series(series.key, row));
      series.isTrusted = true;
    }
    if (stale.length === 0) return;
    const some = JSON.stringify([...new Set(stale.map(({ key }) => key.sourceId))]);
    for (const [id, element, revision, data] of await exec.all(
      `SELECT source_id, element, revision, data FROM latest WHERE ${where}`,
      [row.id, some],
    )) {
      const series = known.get(toNumber(id) * 1024 + toNumber(element));
      if (series === undefined || series.revision === toNumber(revision)) continue;
      readSeries(series, toText(data), toNumber(revision));
      series.running = daySpan(this.factsOf(row.id, series.key.sourceId), series.t - row.lag).start;
    }
  }

  /** Stores a batch within the caller's transaction. After a failure the caller rolls back and calls `forget`. */
  async store(
    batch: readonly Incoming[],
    { rule, run, progress, evaluates, isLive, each, adds, now }: StoreOptions,
  ): Promise<IngestOutcome> {
    const byRow = new Map<StoredRow, Incoming[]>();
    for (const reading of batch) {
      const list = byRow.get(reading.row);
      if (list === undefined) byRow.set(reading.row, [reading]);
      else list.push(reading);
    }
    for (const [row, readings] of byRow) await this.load(row, readings);
    const { pendings, several, owners } = this.#gather(batch, each);
    const late = pendings.filter(({ isFresh }) => !isFresh);
    const conflicts: Conflict[] = [];
    if (late.length > 0) await this.#meetStored(late);
    for (const pending of pendings) pending.settle(rule, conflicts);
    if (rule === 'fail' && conflicts.length > 0) {
      throw new StorageProblem('conflict', `${conflicts.length} values differ from stored ones`);
    }
    await deriveBatch(this.#backend.exec, pendings, several);
    const { stored, filled } = await this.#write(byRow.keys(), pendings);
    const days = new DayBook();
    const touched = new Set<Series>();
    for (const pending of pendings) this.#bookDays(days, pending);
    const moved = new Set(pendings.filter((pending) => pending.offer() && touched.add(pending.series)));
    for (const { series, hasChanged } of late) if (hasChanged) touched.add(series);
    const isLeft = late.length > 0 && (await this.#deriveAround(late, days, touched, moved));
    for (const series of touched) days.runs(series, this.factsOf(series.row.id, series.key.sourceId));
    const marks = days.finish();
    if (marks.length > 0) await this.#backend.markDays(marks);
    if (days.inputs.size > 0) await awaitComputation(this.#backend.exec, days.inputs);
    const disturbed = new Set<Series>();
    for (const pending of pendings)
      if (pending.hasChanged && !(pending.isFresh && moved.has(pending))) disturbed.add(pending.series);
    for (const series of touched) series.changed(!disturbed.has(series));
    if (touched.size > 0) await this.#backend.saveLatest([...touched]);
    // Of an import the newest rows, too: the process that evaluates has not stored them itself. Of others those that are
    // behind what was stored, and those that are behind another row of the same batch: neither is among the newest.
    const noted =
      run === null || isLive
        ? pendings.filter((pending) => !pending.isFresh || !moved.has(pending))
        : pendings;
    if (evaluates && noted.length > 0) await noteLate(this.#backend.exec, noted);
    if (conflicts.length > 0) await saveConflicts(this.#backend.exec, conflicts, run, now);
    const duplicates = batch.length - stored - filled;
    if (run !== null) {
      const counts = { stored, filled, duplicates, conflictCount: conflicts.length };
      await countRun(this.#backend.exec, run, counts, progress, adds);
      await saveChanges(this.#backend.exec, run, changesOf(pendings));
    }
    this.#giveUpWindows();
    return {
      stored,
      filled,
      duplicates,
      conflicts: conflicts.slice(0, conflictsNamed),
      conflictCount: conflicts.length,
      newest: [...moved],
      ended: days.ended,
      isLeft: isLeft || days.inputs.size > 0,
      each: owners === null ? null : Uint8Array.from(owners, fateOf),
    };
  }

  /** One pending row for each (series, time) of the batch, in the order of arrival; what is too old is left out. */
  #gather(
    batch: readonly Incoming[],
    each: boolean,
  ): {
    readonly pendings: readonly Pending[];
    readonly several: Several;
    /** By place in the batch the row that a reading is in; null where nobody asks. */
    readonly owners: readonly (Pending | undefined)[] | null;
  } {
    const pendings: Pending[] = [];
    const owners: (Pending | undefined)[] | null = each
      ? new Array<Pending | undefined>(batch.length).fill(undefined)
      : null;
    // Nearly every series has one row in a batch: what several need is made for those alone.
    const first = new Map<Series, Pending>();
    const several = new Map<Series, Map<number, Pending>>();
    for (const reading of batch) {
      const { row, sourceId, element, t } = reading;
      const facts = this.factsOf(row.id, sourceId);
      if (t - row.lag < facts.floor) continue;
      const series = this.seriesOf(row.id, sourceId, element);
      const one = first.get(series);
      const byTime = one === undefined ? undefined : several.get(series);
      const known = one?.t === t ? one : byTime?.get(t);
      if (known !== undefined) {
        known.add(reading.state);
        if (owners !== null && reading.at !== null) owners[reading.at] = known;
        continue;
      }
      const pending = new Pending(series, facts, reading);
      if (owners !== null && reading.at !== null) owners[reading.at] = pending;
      pendings.push(pending);
      if (one === undefined) first.set(series, pending);
      else if (byTime !== undefined) byTime.set(t, pending);
      else several.set(series, new Map([one, pending].map((each) => [each.t, each])));
    }
    return { pendings, several, owners };
  }

  /** Finds the rows that the table has at the times of these. */
  async #meetStored(late: readonly Pending[]): Promise<void> {
    const byRow = new Map<StoredRow, Map<string, Pending>>();
    for (const pending of late) {
      const { row, key } = pending.series;
      const byKey = byRow.get(row) ?? new Map<string, Pending>();
      byRow.set(row, byKey);
      byKey.set(`${key.sourceId} ${key.element} ${pending.t}`, pending);
    }
    for (const [row, byKey] of byRow) {
      const keys = [...byKey.values()].map(({ series: { key }, t }) => ({ ...key, t }));
      for (const found of await readRowsAt(this.#backend, row, keys)) {
        byKey.get(`${found.sourceId} ${found.element} ${found.t}`)?.meets(found);
      }
    }
  }

  async #write(rows: Iterable<StoredRow>, pendings: readonly Pending[]) {
    let stored = 0;
    let filled = 0;
    for (const row of rows) {
      const ofRow = pendings.filter((pending) => pending.series.row === row && pending.hasChanged);
      const added = ofRow.filter(({ isNew }) => isNew);
      const merged = ofRow.filter(({ isNew }) => !isNew);
      stored += added.length;
      filled += merged.length;
      if (added.length > 0) await this.#backend.insert(row, added);
      if (merged.length > 0) {
        const names = row.columns.map(({ name }) => name);
        const columns = [...(row.derived === null ? [] : ['computed']), 'not_good', ...names];
        await this.#backend.update(
          row,
          columns,
          merged.map((pending) => pending.cells()),
        );
      }
    }
    return { stored, filled };
  }

  #bookDays(days: DayBook, pending: Pending): void {
    if (!pending.hasChanged) return;
    const { series, t, state, facts } = pending;
    days.add(series, facts, t, Math.max(intervalOf(series.row, state), pending.formerInterval));
  }

  /** Derives anew what late rows touch; answers whether some of it is left to the background. */
  async #deriveAround(
    late: readonly Pending[],
    days: DayBook,
    touched: Set<Series>,
    moved: Set<Pending>,
  ): Promise<boolean> {
    let left = derivedAtOnce;
    let isLeft = false;
    const bySeries = new Map<Series, Pending[]>();
    for (const pending of late) {
      if (!pending.hasChanged || pending.series.row.derived === null) continue;
      const list = bySeries.get(pending.series) ?? [];
      bySeries.set(pending.series, list);
      list.push(pending);
    }
    for (const [series, list] of bySeries) {
      const { row, key } = series;
      const facts = this.factsOf(row.id, key.sourceId);
      const byTime = new Map(list.map((pending) => [pending.t, pending]));
      for (const [from, to] of stretches(list, (t) => row.derived?.rule.until(t, facts) ?? t)) {
        const done = await rederiveRange(this.#backend, row, key, facts, from, to, Math.max(1, left));
        left -= done.rows;
        for (const { t, receivedAt, historical, state } of done.changed) {
          days.add(series, facts, t, 0);
          const lost = lostIn(series, t, state);
          if (lost.length > 0) {
            await rereadChannels(this.#backend, series, lost);
            touched.add(series);
          }
          const pending =
            byTime.get(t) ??
            new Pending(series, facts, { at: null, t, receivedAt, historical: historical === 1, state });
          pending.becomes(state);
          if (pending.offer()) {
            moved.add(pending);
            touched.add(series);
          }
        }
        if (done.next !== null) {
          isLeft = true;
          await awaitRederivation(this.#backend.exec, row.id, [key.sourceId], done.next, to);
        }
      }
    }
    return isLeft;
  }

  #giveUpWindows(): void {
    this.#batches += 1;
    if (this.#batches % windowsCountedEach !== 0) return;
    let rows = 0;
    const all = [...this.#series.values()].flatMap((bySource) => [...bySource.values()]);
    for (const { window } of all) rows += window?.length ?? 0;
    if (rows > windowRows) for (const series of all) series.window = null;
  }
}

/** What became of a reading that is in a row; of one that is older than what is kept, nothing. */
const fateOf = (row: Pending | undefined): 0 | 1 | 2 => (!row?.hasChanged ? 0 : row.isNew ? 1 : 2);

/** Stretches of time that rows touch, those that overlap as one. */
function stretches(list: readonly Pending[], until: (t: number) => number): [number, number][] {
  const found: [number, number][] = [];
  for (const t of list.map((pending) => pending.t).sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && t <= last[1]) last[1] = Math.max(last[1], until(t));
    else found.push([t, until(t)]);
  }
  return found;
}
