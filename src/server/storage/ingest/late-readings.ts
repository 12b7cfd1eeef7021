/** Readings behind newer ones: alarms are evaluated anew from them on (src/server/alarms/README.md). */
import type { Executor } from '../executor.ts';
import type { Pending } from './pending.ts';

/**
 * Notes, within the caller's transaction, from when on sources have other readings than before; with those that wait
 * already the earlier moment stands.
 */
export async function noteLate(
  exec: Executor,
  late: readonly Pick<Pending, 'series' | 't' | 'hasChanged'>[],
): Promise<void> {
  const earliest = new Map<
    string,
    { readonly row: string; readonly sourceId: number; readonly from: number }
  >();
  for (const { series, t, hasChanged } of late) {
    if (!hasChanged) continue;
    const { row, sourceId } = series.key;
    const key = `${row}/${sourceId}`;
    const known = earliest.get(key);
    if (known === undefined || t < known.from) earliest.set(key, { row, sourceId, from: t });
  }
  for (const { row, sourceId, from } of earliest.values())
    await exec.run(
      `INSERT INTO late_readings (row_id, source_id, from_t, seq) VALUES (?, ?, ?, 1)
       ON CONFLICT (row_id, source_id) DO UPDATE SET
         from_t = CASE WHEN excluded.from_t < late_readings.from_t THEN excluded.from_t ELSE late_readings.from_t END,
         seq = late_readings.seq + 1`,
      [row, sourceId, from],
    );
}
