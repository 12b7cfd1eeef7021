/** Cycles of RTUs that are in force no more, and what became known of them when (src/server/gateway/cycle-book writes them). */
import type { Kysely } from 'kysely';
import { groupBy } from '../../base/group.ts';
import type { CycleChange, FormerCycles } from '../../domain/alarms/cycles.ts';
import type { Database } from '../storage/schema.ts';

/** Ids that one statement asks for. */
const together = 500;

/** By RTU, in order of time. @param rtuIds of these alone; left out = of all */
export async function readFormerCycles(
  db: Kysely<Database>,
  rtuIds?: readonly number[],
): Promise<ReadonlyMap<number, readonly FormerCycles[]>> {
  const all = db.selectFrom('former_cycles').selectAll().orderBy('until_t');
  const rows = [];
  if (rtuIds === undefined) rows.push(...(await all.execute()));
  else
    for (let at = 0; at < rtuIds.length; at += together)
      rows.push(...(await all.where('rtu_id', 'in', rtuIds.slice(at, at + together)).execute()));
  return new Map(
    [...groupBy(rows, (row) => row.rtu_id)].map(([id, own]) => [
      id,
      own.map((row) => ({
        until: row.until_t,
        collectionCycle: row.collection_cycle,
        sendCycle: row.send_cycle,
      })),
    ]),
  );
}

/** Changes of what is known of cycles, by RTU, in order. @param rtuIds of these alone; left out = of all */
export async function readCycleChanges(
  db: Kysely<Database>,
  rtuIds?: readonly number[],
): Promise<ReadonlyMap<number, readonly CycleChange[]>> {
  const all = db.selectFrom('cycle_changes').selectAll().orderBy('revision');
  const rows = [];
  if (rtuIds === undefined) rows.push(...(await all.execute()));
  else
    for (let at = 0; at < rtuIds.length; at += together)
      rows.push(...(await all.where('rtu_id', 'in', rtuIds.slice(at, at + together)).execute()));
  return new Map(
    [...groupBy(rows, (row) => row.rtu_id)].map(([id, own]) => [
      id,
      own.map((row) => ({ revision: row.revision, from: row.from_t })),
    ]),
  );
}
