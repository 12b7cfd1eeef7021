/** When a process counts as living, and when as one that takes work; all times by the clock of the database. */
import { sql } from 'kysely';
import { fromJson } from '../storage/json.ts';
import type { Db, ProcessTable } from '../storage/schema.ts';

/** ms, by the clock of the database. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** A process that gave no sign for so long is dead to the others, ms. */
export const lifeTerm = 10_000;
/** A process whose clock is off by more than this takes no part while another one's is right, ms. */
export const mostAhead = 5000;

/** Key in the log of changes that asks a process to drain. */
export const ofDrain = (id: string): string => `drain:${id}`;
/** Key in the log of changes that asks a process to take part again. */
export const ofResume = (id: string): string => `resume:${id}`;

/** False for a living process whose clock is wrong while another one's is right, as it says itself. */
export function takesPart({ facts }: Pick<ProcessTable, 'facts'>): boolean {
  const said = fromJson(facts);
  // One of the version before does not say so.
  return said.takesPart ?? Math.abs(said.clockAhead) <= mostAhead;
}

/** Whether a living process takes work that it is given. */
export const mayTake = (row: Pick<ProcessTable, 'state' | 'facts'>): boolean =>
  row.state !== 'draining' && takesPart(row);

/** Rows of processes are kept so long after their death, ms. */
const keptDead = 86_400_000;

/** True where the clock of another process that lives is right. */
export async function othersAreRight(db: Db, processId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('processes')
    .select('facts')
    .where('id', '!=', processId)
    .where('until_at', '>', databaseNow)
    .execute();
  return rows.some(({ facts }) => Math.abs(fromJson(facts).clockAhead) <= mostAhead);
}

/** Forgets processes that have been dead for long. */
export async function forgetDead(db: Db): Promise<void> {
  await db
    .deleteFrom('processes')
    .where('until_at', '<', sql<number>`${databaseNow} - ${sql.lit(keptDead)}`)
    .execute();
}
