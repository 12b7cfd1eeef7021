/** Values that differ from stored ones are recorded, the last of each source. */
import type { Executor } from '../executor.ts';
import type { Conflict, StoredValue } from '../storage.ts';

/** Conflicts kept of each source (assumed): what repeats each time a device wakes must not fill the disk. */
const kept = 200;

const text = (value: StoredValue): string =>
  value instanceof Uint8Array ? `${value.length} bytes` : String(value).slice(0, 200);

/** Records conflicts of a batch; of one cell the last. */
export async function saveConflicts(
  exec: Executor,
  conflicts: readonly Conflict[],
  run: number | null,
  at: number,
): Promise<void> {
  const sources = new Map<string, { readonly row: string; readonly sourceId: number }>();
  for (const { row, sourceId, element, t, channel, stored, offered } of conflicts.slice(-kept)) {
    sources.set(`${row} ${sourceId}`, { row, sourceId });
    await exec.run(
      `INSERT INTO reading_conflicts (row_id, source_id, element, t, channel, stored, offered, at, run_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (row_id, source_id, element, t, channel)
       DO UPDATE SET stored = excluded.stored, offered = excluded.offered, at = excluded.at, run_id = excluded.run_id`,
      [row, sourceId, element, t, channel, text(stored), text(offered), at, run],
    );
  }
  for (const { row, sourceId } of sources.values()) {
    const where = 'row_id = ? AND source_id = ?';
    const [border] = await exec.all(
      `SELECT at FROM reading_conflicts WHERE ${where} ORDER BY at DESC LIMIT 1 OFFSET ${kept}`,
      [row, sourceId],
    );
    if (border === undefined) continue;
    await exec.run(`DELETE FROM reading_conflicts WHERE ${where} AND at <= ? AND at < ?`, [
      row,
      sourceId,
      border[0] ?? null,
      at,
    ]);
  }
}
