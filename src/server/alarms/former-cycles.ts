/** Cycles of RTUs that are in force no more, and what became known of them when (src/server/gateway/cycle-book writes them). */
import type { Kysely } from 'kysely';
import { groupBy } from '../../base/group.ts';
import type { CycleChange, FormerCycles } from '../../domain/alarms/cycles.ts';
import type { Database } from '../storage/schema.ts';

/** Ids that one statement asks for. */
const together = 500;

/** Rows of RTUs, so many at once; without `rtuIds` those of all. */
async function ofRtus<Row>(
  rtuIds: readonly number[] | undefined,
  readAll: () => Promise<Row[]>,
  readSome: (ids: readonly number[]) => Promise<Row[]>,
): Promise<readonly Row[]> {
  if (rtuIds === undefined) return readAll();
  const rows: Row[] = [];
  for (let at = 0; at < rtuIds.length; at += together)
    rows.push(...(await readSome(rtuIds.slice(at, at + together))));
  return rows;
}

/** By RTU, in order of time. @param rtuIds of these alone; left out = of all */
export async function readFormerCycles(
  db: Kysely<Database>,
  rtuIds?: readonly number[],
): Promise<ReadonlyMap<number, readonly FormerCycles[]>> {
  const all = db.selectFrom('former_cycles').selectAll().orderBy('until_t');
  const rows = await ofRtus(
    rtuIds,
    () => all.execute(),
    (ids) => all.where('rtu_id', 'in', ids).execute(),
  );
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
  const rows = await ofRtus(
    rtuIds,
    () => all.execute(),
    (ids) => all.where('rtu_id', 'in', ids).execute(),
  );
  return new Map(
    [...groupBy(rows, (row) => row.rtu_id)].map(([id, own]) => [
      id,
      own.map((row) => ({ revision: row.revision, from: row.from_t })),
    ]),
  );
}
