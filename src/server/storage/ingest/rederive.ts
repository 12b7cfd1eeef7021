/** Derives stored rows anew where rows that they depend on have come, gone or changed. */
import type { Executor } from '../executor.ts';
import type { SeriesKey } from '../readings/source.ts';
import type { StoredRow } from '../tables.ts';
import type { ChangedCells, IngestBackend } from './backend.ts';
import { deriveRow } from './derive.ts';
import type { SourceFacts } from './facts.ts';
import { fillWindow, readRowsBetween } from './stored-rows.ts';
import type { WholeRow } from './whole-row.ts';
import { Window } from './window.ts';

export interface Rederived {
  /** Rows whose derived channels changed, as they are stored now. */
  readonly changed: readonly WholeRow[];
  /** Rows looked at. */
  readonly rows: number;
  /** Where to go on: the first moment that was not looked at; null when all was. */
  readonly next: number | null;
}

/** Columns that a derivation writes. */
export function derivedColumns({ derived, columns }: StoredRow): string[] {
  return derived === null ? [] : derived.channels.map((place) => columns[place]?.name ?? '');
}

/**
 * Derives the rows of a series from `from` to `to`, both inclusive, no more than `limit` of them. Writes only what has
 * changed. The caller marks days and `latest`.
 */
export async function rederiveRange(
  backend: IngestBackend,
  row: StoredRow,
  key: SeriesKey,
  facts: SourceFacts,
  from: number,
  to: number,
  limit: number,
): Promise<Rederived> {
  const { derived } = row;
  if (derived === null || key.element !== 0) return { changed: [], rows: 0, next: null };
  const rows = await readRowsBetween(backend, row, key, from, to, limit);
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { changed: [], rows: 0, next: null };
  const window = await windowFor(backend.exec, row, key, facts, first.t, last.t);
  const changed = rows.filter(({ t, state }) => deriveRow(derived, t, state, window, facts));
  const columns = derivedColumns(row);
  const cells = changed.map(
    ({ sourceId, element, t, state }): ChangedCells => ({
      sourceId,
      element,
      t,
      cells: derived.channels.map((place) => state.cells[place] ?? null),
    }),
  );
  if (cells.length > 0) await backend.update(row, columns, cells);
  return { changed, rows: rows.length, next: rows.length < limit || last.t >= to ? null : last.t + 1 };
}

/** What rows between two moments depend on. */
export async function windowFor(
  exec: Executor,
  row: StoredRow,
  key: SeriesKey,
  facts: SourceFacts,
  from: number,
  to: number,
): Promise<Window> {
  const rule = row.derived?.rule;
  const since = rule?.since(from, facts) ?? from;
  const window = new Window(since, row.derived?.lookedBackAt.length ?? 0);
  if (rule !== undefined && rule.lookedBackAt.length > 0 && to >= since) {
    await fillWindow(exec, row, key, window, since, to);
  }
  return window;
}
