/** What an import changed, kept so that it can be taken back. */
import { deflateSync, inflateSync } from 'node:zlib';
import { type Cell, type Executor, toBytes, toNumber } from '../executor.ts';
import { StorageProblem } from '../problem.ts';
import type { SeriesKey } from '../readings/source.ts';
import type { IngestResult } from '../storage.ts';
import { type StoredRow, storedRow } from '../tables.ts';
import type { Pending } from './pending.ts';

/** Values that one row had before; null where it had none. */
export interface RowBefore {
  readonly t: number;
  readonly was: ReadonlyMap<string, Cell>;
}
export interface SeriesChanges {
  readonly row: StoredRow;
  readonly key: SeriesKey;
  readonly changes: readonly RowBefore[];
}

/** What the rows of a batch change. */
export function changesOf(pendings: readonly Pending[]): SeriesChanges[] {
  const bySeries = new Map<Pending['series'], RowBefore[]>();
  for (const pending of pendings) {
    if (!pending.hasChanged) continue;
    const { series } = pending;
    const changes = bySeries.get(series) ?? [];
    bySeries.set(series, changes);
    const was = pending.isNew ? filled(series.row, pending) : [...pending.changed];
    changes.push({
      t: pending.t,
      was: new Map(was.map(([place, cell]) => [series.row.columns[place]?.name ?? '', cell])),
    });
  }
  return [...bySeries].map(([{ row, key }, changes]) => ({ row, key, changes }));
}

/** The columns that a new row was given. */
function filled({ derived }: StoredRow, { state }: Pending): [number, Cell][] {
  const places: [number, Cell][] = [];
  state.cells.forEach((cell, place) => {
    const bit = derived?.channels.indexOf(place) ?? -1;
    const isComputed = bit >= 0 && (state.computed & (1 << bit)) !== 0;
    if (cell !== null && !isComputed) places.push([place, null]);
  });
  return places;
}

/** Times of rows that were given the same columns, which were empty; or one row that had values. */
type Packed =
  | { readonly columns: readonly string[]; readonly times: number[] }
  | { readonly t: number; readonly was: readonly (readonly [string, Cell])[] };

function pack(changes: readonly RowBefore[]): Buffer {
  const groups = new Map<string, { readonly columns: readonly string[]; readonly times: number[] }>();
  const packed: Packed[] = [];
  for (const { t, was } of changes) {
    if ([...was.values()].some((cell) => cell !== null)) {
      // Imports bring numbers alone, and bytes are never replaced.
      packed.push({ t, was: [...was].filter(([, cell]) => !(cell instanceof Uint8Array)) });
      continue;
    }
    const columns = [...was.keys()].sort();
    const name = columns.join();
    const group = groups.get(name);
    if (group !== undefined) group.times.push(t);
    else {
      const made = { columns, times: [t] };
      groups.set(name, made);
      packed.push(made);
    }
  }
  return deflateSync(JSON.stringify(packed));
}

/** The changes that a stored part holds. */
export function unpackChanges(bytes: Uint8Array): RowBefore[] {
  const packed = JSON.parse(inflateSync(bytes).toString()) as readonly Packed[]; // written by pack
  return packed.flatMap((part): RowBefore[] =>
    'times' in part
      ? part.times.map((t) => ({ t, was: new Map(part.columns.map((column) => [column, null])) }))
      : [{ t: part.t, was: new Map(part.was) }],
  );
}

/** Records the changes of a batch, a part a series. */
export async function saveChanges(exec: Executor, run: number, all: readonly SeriesChanges[]): Promise<void> {
  const [last] = await exec.all('SELECT max(seq) FROM import_changes WHERE run_id = ?', [run]);
  let seq = typeof last?.[0] === 'number' ? last[0] : 0;
  for (const { key, changes } of all) {
    seq += 1;
    const times = changes.map(({ t }) => t);
    const from = times.reduce((least, t) => Math.min(least, t), Number.POSITIVE_INFINITY);
    const to = times.reduce((most, t) => Math.max(most, t), Number.NEGATIVE_INFINITY);
    await exec.run(
      `INSERT INTO import_changes (run_id, seq, row_id, source_id, element, from_t, to_t, changes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [run, seq, key.row, key.sourceId, key.element, from, to, pack(changes)],
    );
  }
}

/** Lines of an import's file that are read, and those of them of which nothing was taken. */
export interface RunProgress {
  readonly lines: number;
  readonly rejected: number;
}

/**
 * Counts a batch into its import. `progress`: how far its file is read; `adds`: lines of a stream besides those before.
 * @throws StorageProblem `conflict` for one that has ended, is undone or goes on elsewhere */
export async function countRun(
  exec: Executor,
  run: number,
  counts: Pick<IngestResult, 'stored' | 'filled' | 'duplicates' | 'conflictCount'>,
  progress: RunProgress | null,
  adds: RunProgress | null = null,
): Promise<void> {
  const [open] = await exec.all(
    'SELECT lines, rejected FROM import_runs WHERE id = ? AND ended_at IS NULL AND undone_by IS NULL',
    [run],
  );
  if (open === undefined) throw new StorageProblem('conflict', `import ${run} has ended or is being undone`);
  const { stored, filled, duplicates } = counts;
  const known = toNumber(open[0]);
  const isBehind =
    progress !== null &&
    (progress.lines < known || (progress.lines === known && stored + filled + duplicates > 0));
  if (isBehind) throw new StorageProblem('conflict', `import ${run} is being resumed by another process`);
  await exec.run(
    `UPDATE import_runs SET stored = stored + ?, filled = filled + ?, duplicates = duplicates + ?,
     conflict_count = conflict_count + ?, lines = ?, rejected = ? WHERE id = ?`,
    [
      stored,
      filled,
      duplicates,
      counts.conflictCount,
      (progress?.lines ?? known) + (adds?.lines ?? 0),
      (progress?.rejected ?? toNumber(open[1])) + (adds?.rejected ?? 0),
      run,
    ],
  );
}

/** The last part of a run that is still to be taken back; null when there is none. */
export async function lastChanges(
  exec: Executor,
  run: number,
): Promise<(SeriesChanges & { readonly seq: number }) | null> {
  const [found] = await exec.all(
    `SELECT seq, row_id, source_id, element, changes FROM import_changes WHERE run_id = ? ORDER BY seq DESC LIMIT 1`,
    [run],
  );
  if (found === undefined) return null;
  const [seq, rowId, sourceId, element, bytes] = found;
  const row = storedRow(String(rowId));
  return {
    seq: toNumber(seq),
    row,
    key: { row: row.id, sourceId: toNumber(sourceId), element: toNumber(element) },
    changes: unpackChanges(toBytes(bytes) ?? new Uint8Array()),
  };
}
