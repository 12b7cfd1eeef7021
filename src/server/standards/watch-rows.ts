/** Which standard sets are assigned to what, and how much of it drifts. */
import type { Selectable } from 'kysely';
import type { StandardWatch } from '../../contract/devices/standards.ts';
import { fromJson } from '../storage/json.ts';
import type { Db, StandardWatchTable } from '../storage/schema.ts';

export type WatchRow = Selectable<StandardWatchTable>;

/** By standard set; of one alone where it is named. */
export async function readWatches(db: Db, standardId?: number): Promise<ReadonlyMap<number, StandardWatch>> {
  const all = db.selectFrom('standard_watches').selectAll();
  const rows = await (standardId === undefined ? all : all.where('standard_id', '=', standardId)).execute();
  if (rows.length === 0) return new Map();
  const drifts = await db
    .selectFrom('standard_drifts')
    .select(['standard_id', 'rtu_id', 'slot'])
    .select(({ fn }) => fn.countAll<number | string>().as('fields'))
    .where(
      'standard_id',
      'in',
      rows.map((row) => row.standard_id),
    )
    .groupBy(['standard_id', 'rtu_id', 'slot'])
    .execute();
  const counted = new Map<number, { drifting: number; fields: number }>();
  for (const row of drifts) {
    const before = counted.get(row.standard_id) ?? { drifting: 0, fields: 0 };
    counted.set(row.standard_id, {
      drifting: before.drifting + 1,
      fields: before.fields + Number(row.fields),
    });
  }
  return new Map(
    rows.map((row) => [
      row.standard_id,
      {
        scope: fromJson(row.scope),
        since: row.since,
        accountName: row.account_name,
        devices: row.devices,
        unknown: row.unknown,
        checkedAt: row.checked_at,
        ...(counted.get(row.standard_id) ?? { drifting: 0, fields: 0 }),
      },
    ]),
  );
}

/** Ends a watch, with what it found; answers it. Null = there was none. */
export async function takeWatch(db: Db, standardId: number): Promise<WatchRow | null> {
  await db.deleteFrom('standard_drifts').where('standard_id', '=', standardId).execute();
  const row = await db
    .deleteFrom('standard_watches')
    .where('standard_id', '=', standardId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
