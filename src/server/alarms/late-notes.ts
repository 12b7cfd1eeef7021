/** Notes of readings that were stored behind newer ones of their series, until they are evaluated. */
import type { Kysely } from 'kysely';
import type { SourceKey } from '../../domain/alarms/judged-instance.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { partsOf } from './reading-series.ts';

/** A late source, with the moment from which on it has other readings than before. */
export interface LateNote {
  readonly source: SourceKey;
  readonly from: number;
  readonly seq: number;
}

/** All that wait. */
export async function readLate(db: Kysely<Database>): Promise<readonly LateNote[]> {
  const rows = await db.selectFrom('late_readings').selectAll().execute();
  return rows.map((row) => ({
    source: `${row.row_id}/${row.source_id}` as SourceKey,
    from: row.from_t,
    seq: row.seq,
  }));
}

/** Takes notes out once they are evaluated. What came late meanwhile stays. */
export async function takeOutLate(storage: Storage, late: readonly LateNote[]): Promise<void> {
  await storage.write(async (db) => {
    for (const { source, seq } of late) {
      const { row, sourceId } = partsOf(source);
      await db
        .deleteFrom('late_readings')
        .where('row_id', '=', row)
        .where('source_id', '=', sourceId)
        .where('seq', '=', seq)
        .execute();
    }
  });
}
