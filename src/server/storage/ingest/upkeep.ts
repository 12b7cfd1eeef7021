/** Work on stored rows besides batches: taking imports back, deriving anew, grouping days anew. Each within the caller's transaction. */

import { reachOf } from '../../../domain/formulas/compute.ts';
import { longestInterval } from '../../../domain/readings/rain.ts';
import { type Cell, toNumber } from '../executor.ts';
import { ReadingSource, type SeriesKey } from '../readings/source.ts';
import { DAY, daySpan } from '../rollup/calendar.ts';
import type { DayKey } from '../rollup/sealer.ts';
import type { UndoResult } from '../storage.ts';
import { type StoredRow, storedRow } from '../tables.ts';
import type { IngestBackend } from './backend.ts';
import { notGoodText } from './cells.ts';
import { formulaPiece, formulaRow, type ReadyFormula, readFormula } from './compute.ts';
import type { IngestCore, IngestOutcome } from './core.ts';
import { DayBook, intervalOf } from './days.ts';
import type { SourceFacts } from './facts.ts';
import {
  advanceComputation,
  awaitComputation,
  type FormulaStretch,
  nextComputation,
} from './formula-stretches.ts';
import { lastChanges } from './import-changes.ts';
import { noteLate } from './late-readings.ts';
import { lostIn, rereadChannels, rereadSeries } from './newest.ts';
import {
  advanceRederivation,
  awaitRederivation,
  nextRederivation,
  type Rederivation,
} from './rederivations.ts';
import { rederiveRange } from './rederive.ts';
import type { RowState } from './row-state.ts';
import type { Series } from './series.ts';
import { readRowsAt } from './stored-rows.ts';
import type { WholeRow } from './whole-row.ts';

/** Rows that one piece of background work derives anew: its transaction must not hold up ingest. */
const pieceRows = 2000;

/** Derived channels that one piece computes at most, of which most have one new reading. */
const pieceFormulas = 50;

export interface Piece {
  readonly ended: readonly DayKey[];
  /** True where more of the same work waits. */
  readonly isLeft: boolean;
  /** What became newest of derived channels, and what else was stored of them. */
  readonly computed: readonly IngestOutcome[];
}

export class Upkeep {
  readonly #backend: IngestBackend;
  readonly #core: IngestCore;

  constructor(backend: IngestBackend, core: IngestCore) {
    this.#backend = backend;
    this.#core = core;
  }

  async #elements(row: StoredRow, sourceId: number): Promise<readonly SeriesKey[]> {
    return new ReadingSource(this.#backend.exec).elements(row, [sourceId]);
  }

  /** Goes on with what is to be derived anew, a piece of it. */
  async derivePiece(): Promise<Piece> {
    const { exec } = this.#backend;
    const stretch = await nextRederivation(exec);
    if (stretch === null) return this.#computePiece();
    const { row, sourceId } = stretch;
    const keys = await this.#elements(row, sourceId);
    await this.#core.load(row, [{ sourceId, element: 0 }, ...keys]);
    const facts = this.#core.factsOf(row.id, sourceId);
    const ended: DayKey[] = [];
    if (stretch.regroup) {
      for (const key of keys) ended.push(...(await this.#regroup(key, facts)));
    }
    const next = row.derived === null ? null : await this.#derive(stretch, facts, ended);
    await advanceRederivation(exec, stretch, next);
    return { ended, isLeft: true, computed: [] };
  }

  /** Goes on with what is to be computed of derived channels, a piece of it. */
  async #computePiece(): Promise<Piece> {
    const { exec } = this.#backend;
    const ended: DayKey[] = [];
    const computed: IngestOutcome[] = [];
    let count = 0;
    for (let rows = 0; rows < pieceRows && count < pieceFormulas; count += 1) {
      const stretch = await nextComputation(exec);
      if (stretch === null) break;
      const formula = await readFormula(exec, stretch.formulaId);
      const piece = formula === null ? null : await this.#compute(formula, stretch, pieceRows - rows, ended);
      if (piece?.outcome) computed.push(piece.outcome);
      rows += piece?.rows ?? 0;
      await advanceComputation(exec, stretch, piece?.next ?? null);
    }
    return { ended, isLeft: count > 0, computed };
  }

  async #compute(formula: ReadyFormula, { from, to }: FormulaStretch, limit: number, ended: DayKey[]) {
    const { exec } = this.#backend;
    const key = { row: formulaRow.id, sourceId: formula.sensorId, element: 0 };
    await this.#core.load(formulaRow, [key]);
    const { facts, start } = await this.#startOf(formula, from);
    if (start > to) return { rows: 0, next: null, outcome: null };
    const { batch, gone, rows, next } = await formulaPiece(this.#backend, formula, start, to, limit);
    if (gone.length > 0) {
      const series = this.#core.seriesOf(formulaRow.id, formula.sensorId, 0);
      const days = new DayBook();
      for (const { t } of gone) days.add(series, facts, t, 0);
      await this.#backend.remove(formulaRow, gone);
      await noteLate(
        exec,
        gone.map(({ t }) => ({ series, t, hasChanged: true })),
      );
      await this.#reread(series, facts);
      await this.#backend.markDays(days.finish());
      ended.push(...days.ended);
    }
    if (batch.length === 0) return { rows, next, outcome: null };
    const outcome = await this.#core.store(batch, {
      ...{ rule: 'overwrite', run: null, progress: null, adds: null, each: false },
      ...{ evaluates: true, isLive: false, now: 0 },
    });
    ended.push(...outcome.ended);
    return { rows, next, outcome };
  }

  /** Where a derived channel can be computed from: what was pruned of its inputs, or of itself, stays as it is. */
  async #startOf({ body, computation, sensorId }: ReadyFormula, from: number) {
    const facts = this.#core.factsOf(formulaRow.id, sensorId);
    let start = Math.max(from, facts.floor);
    for (const { row, sourceId, element, letter } of body.inputs) {
      await this.#core.load(storedRow(row), [{ sourceId, element }]);
      start = Math.max(start, this.#core.factsOf(row, sourceId).floor + reachOf(computation, letter));
    }
    return { facts, start };
  }

  async #derive({ row, sourceId, from, to }: Rederivation, facts: SourceFacts, ended: DayKey[]) {
    const key = { row: row.id, sourceId, element: 0 };
    const series = this.#core.seriesOf(row.id, sourceId, 0);
    const done = await rederiveRange(this.#backend, row, key, facts, from, to, pieceRows);
    const days = new DayBook();
    let moved = false;
    const lost = new Set<number>();
    for (const { t, receivedAt, state } of done.changed) {
      days.add(series, facts, t, 0);
      for (const place of lostIn(series, t, state)) lost.add(place);
      moved = series.offer(t, receivedAt, state) || moved;
    }
    await noteLate(
      this.#backend.exec,
      done.changed.map(({ t }) => ({ series, t, hasChanged: true })),
    );
    if (lost.size > 0) await rereadChannels(this.#backend, series, [...lost]);
    moved ||= lost.size > 0;
    await this.#keep(series, days, facts, moved, ended);
    return done.next;
  }

  async #keep(series: Series, days: DayBook, facts: SourceFacts, moved: boolean, ended: DayKey[]) {
    days.runs(series, facts);
    const marks = days.finish();
    if (marks.length > 0) await this.#backend.markDays(marks);
    if (days.inputs.size > 0) await awaitComputation(this.#backend.exec, days.inputs);
    if (moved) {
      series.changed();
      await this.#backend.saveLatest([series]);
    }
    ended.push(...days.ended);
  }

  /**
   * Days of a series by the calendar of now: zone, boundary or the rule of grouping has changed. What is pruned stays
   * as it was summed up.
   */
  async #regroup(key: SeriesKey, facts: SourceFacts): Promise<DayKey[]> {
    const { exec } = this.#backend;
    const series = this.#core.seriesOf(key.row, key.sourceId, key.element);
    const { row, sourceId, element } = key;
    const where = 'row_id = ? AND source_id = ? AND element = ?';
    const kept = await exec.all(`SELECT day FROM rollup_days WHERE ${where} AND day >= ? ORDER BY day`, [
      row,
      sourceId,
      element,
      Math.max(Number.MIN_SAFE_INTEGER, facts.floor),
    ]);
    const starts = new Set<number>();
    const reach = series.row.interval === null ? series.row.lag : longestInterval * 1000;
    for (const [cell] of kept) {
      const day = toNumber(cell);
      // Days last up to 25 hours.
      const end = day + DAY + DAY / 24;
      for (let { start } = daySpan(facts, end); ; start = daySpan(facts, start - 1).start) {
        if (starts.has(start) && start < day - reach) break;
        if (daySpan(facts, start).end > facts.floor) starts.add(start);
        if (start <= day - reach) break;
      }
    }
    for (const table of ['rollup_days', 'rollup_hours']) {
      await exec.run(`DELETE FROM ${table} WHERE ${where} AND day >= ?`, [
        row,
        sourceId,
        element,
        Math.max(Number.MIN_SAFE_INTEGER, facts.floor),
      ]);
    }
    const days = [...starts].map((day) => ({ key, day }));
    await this.#backend.markDays(days);
    await this.#lowerFloor(key, facts, starts);
    series.running = daySpan(facts, series.t - series.row.lag).start;
    series.marked = true;
    return days.filter(({ day }) => day !== series.running);
  }

  /** The day that the floor falls into now begins before it: it is read, and summed up, by what is left of it. */
  async #lowerFloor({ row, sourceId }: SeriesKey, { floor }: SourceFacts, starts: ReadonlySet<number>) {
    const first = Math.min(...starts);
    if (!(first < floor) || floor === Number.NEGATIVE_INFINITY) return;
    await this.#backend.exec.run('UPDATE reading_floors SET t = ? WHERE row_id = ? AND source_id = ?', [
      first,
      row,
      sourceId,
    ]);
    this.#core.distrust();
  }

  /** Takes back the last part of an import that is still there; null when nothing is left of it. */
  async undoPiece(run: number): Promise<(UndoResult & Piece) | null> {
    const { exec } = this.#backend;
    const part = await lastChanges(exec, run);
    if (part === null) return null;
    const { row, key, changes } = part;
    await this.#core.load(row, [key]);
    const series = this.#core.seriesOf(key.row, key.sourceId, key.element);
    const facts = this.#core.factsOf(key.row, key.sourceId);
    const byTime = new Map(changes.map((change) => [change.t, change.was]));
    const found = await readRowsAt(
      this.#backend,
      row,
      changes.map(({ t }) => ({ ...key, t })),
    );
    const days = new DayBook();
    const removed: WholeRow[] = [];
    const restored: WholeRow[] = [];
    for (const one of found) {
      days.add(series, facts, one.t, intervalOf(row, one.state));
      takeBack(row, one.state, byTime.get(one.t) ?? new Map());
      (isEmpty(row, one.state) ? removed : restored).push(one);
    }
    if (removed.length > 0) await this.#backend.remove(row, removed);
    await noteLate(
      exec,
      found.map(({ t }) => ({ series, t, hasChanged: true })),
    );
    if (restored.length > 0) await this.#rewrite(row, restored);
    await this.#touch(row, key, facts, found);
    await exec.run('DELETE FROM import_changes WHERE run_id = ? AND seq = ?', [run, part.seq]);
    await this.#reread(series, facts);
    await this.#backend.markDays(days.finish());
    if (days.inputs.size > 0) await awaitComputation(exec, days.inputs);
    const { ended } = days;
    return { removed: removed.length, restored: restored.length, ended, isLeft: true, computed: [] };
  }

  async #rewrite(row: StoredRow, rows: readonly WholeRow[]): Promise<void> {
    const columns = [
      ...(row.derived === null ? [] : ['computed']),
      'not_good',
      ...row.columns.map(({ name }) => name),
    ];
    const cells = rows.map(({ sourceId, element, t, state }) => ({
      sourceId,
      element,
      t,
      cells: [...(row.derived === null ? [] : [state.computed]), notGoodText(row, state), ...state.cells],
    }));
    await this.#backend.update(row, columns, cells);
  }

  /** What depends on rows that went or changed is to be derived anew. */
  async #touch(row: StoredRow, key: SeriesKey, facts: SourceFacts, rows: readonly WholeRow[]): Promise<void> {
    if (row.derived === null || rows.length === 0) return;
    const times = rows.map(({ t }) => t).sort((a, b) => a - b);
    const [first = 0] = times;
    const last = row.derived.rule.until(times.at(-1) ?? first, facts);
    await awaitRederivation(this.#backend.exec, row.id, [key.sourceId], first, last);
  }

  /** Makes the newest values of a series anew from its rows. */
  async #reread(series: Series, facts: SourceFacts): Promise<void> {
    const { exec } = this.#backend;
    const { key, row } = series;
    if (!(await rereadSeries(this.#backend, series))) {
      const where = 'row_id = ? AND source_id = ? AND element = ?';
      await exec.run(`DELETE FROM latest WHERE ${where}`, [key.row, key.sourceId, key.element]);
      this.#core.forget();
      return;
    }
    series.changed();
    series.marked = false;
    series.running = daySpan(facts, series.t - row.lag).start;
    await this.#backend.saveLatest([series]);
  }
}

/** Puts former values back; a derived channel that was sent is the server's again. */
function takeBack({ places, derived }: StoredRow, state: RowState, was: ReadonlyMap<string, Cell>): void {
  for (const [column, cell] of was) {
    const place = places.get(column);
    if (place === undefined) continue;
    state.cells[place] = cell;
    const bit = derived?.channels.indexOf(place) ?? -1;
    if (bit >= 0 && cell === null) state.computed |= 1 << bit;
  }
}

/** True where nobody ever measured what is left of a row. */
function isEmpty({ derived }: StoredRow, { cells, computed, notGood }: RowState): boolean {
  if (notGood !== null && notGood.size > 0) return false;
  return cells.every((cell, place) => {
    const bit = derived?.channels.indexOf(place) ?? -1;
    return cell === null || (bit >= 0 && (computed & (1 << bit)) !== 0);
  });
}
