/** Rows of leases, inside the transactions of those that take them and give them up. */
import { sql } from 'kysely';
import { noteChange } from '../changes/change-log.ts';
import type { Db } from '../storage/schema.ts';
import { databaseNow, mayTake } from './life.ts';

export const rtuPrefix = 'rtu:';
/** Name of the lease of an RTU's session. */
export const rtuLease = (rtuId: number): string => `${rtuPrefix}${rtuId}`;

/** Names in one statement at most: it may hold 65,535 values. */
const together = 5000;

const portions = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(names.length / together) }, (_, index) =>
    names.slice(index * together, (index + 1) * together),
  );

/** Names of those that a process may take: nobody living has them, nor is to have them. */
export async function freeLeases(
  db: Db,
  names: readonly string[],
  processId: string,
): Promise<readonly string[]> {
  const found = await db
    .selectFrom('processes')
    .select(['id', 'state', 'facts'])
    .where('until_at', '>', databaseNow)
    .execute();
  const living = new Set(found.map(({ id }) => id));
  // Whoever takes nothing does not keep others from what it was to have.
  const takers = new Set(found.filter(mayTake).map(({ id }) => id));
  const rows = await db.selectFrom('leases').selectAll().where('name', 'in', names).execute();
  const known = new Map(rows.map((row) => [row.name, row]));
  return names.filter((name) => {
    const row = known.get(name);
    if (row === undefined) return true;
    const isWantedElsewhere =
      row.wanted_by !== null && row.wanted_by !== processId && takers.has(row.wanted_by);
    return !isWantedElsewhere && (!living.has(row.holder) || row.holder === processId);
  });
}

/** Takes leases for a process, whoever has them; answers their epochs. */
export async function takeLeases(
  db: Db,
  names: readonly string[],
  processId: string,
): Promise<ReadonlyMap<string, number>> {
  const epochs = new Map<string, number>();
  for (const portion of portions(names))
    for (const [name, epoch] of await takePortion(db, portion, processId)) epochs.set(name, epoch);
  return epochs;
}

async function takePortion(
  db: Db,
  names: readonly string[],
  processId: string,
): Promise<readonly (readonly [name: string, epoch: number])[]> {
  const before = await db
    .selectFrom('leases')
    .select(['name', 'holder'])
    .where('name', 'in', names)
    .execute();
  const rows = await db
    .insertInto('leases')
    .values(
      names.map((name) => ({
        ...{ name, holder: processId, epoch: 1, taken_at: databaseNow, born_at: null, wanted_by: null },
      })),
    )
    .onConflict((on) =>
      on.column('name').doUpdateSet({
        holder: processId,
        // What it has already goes on: work that was begun is still its own.
        epoch: sql<number>`leases.epoch + CASE WHEN leases.holder = excluded.holder THEN 0 ELSE 1 END`,
        taken_at: databaseNow,
        born_at: null,
        wanted_by: null,
      }),
    )
    .returning(['name', 'epoch'])
    .execute();
  for (const { name, holder } of before)
    if (holder !== '' && holder !== processId) await noteChange(db, 'lease', name);
  return rows.map(({ name, epoch }) => [name, Number(epoch)] as const);
}

/** Gives up what a process has of these. */
export async function releaseLeases(db: Db, names: readonly string[], processId: string): Promise<void> {
  for (const portion of portions(names))
    await db
      .updateTable('leases')
      .set({ holder: '', born_at: null })
      .where('name', 'in', portion)
      .where('holder', '=', processId)
      .execute();
}

/** Notes when the birth of an RTU was heard in the session that a process has. */
export async function noteBirth(db: Db, name: string, bornAt: number, processId: string): Promise<void> {
  await db
    .updateTable('leases')
    .set({ born_at: bornAt })
    .where('name', '=', name)
    .where('holder', '=', processId)
    .execute();
}
