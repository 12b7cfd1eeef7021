import { PostgresAdapter, sql } from 'kysely';
import type { Db } from '../storage/schema.ts';

/** True where other processes may be at work on the same database. */
export const isShared = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * The moment that decides, UTC ms: the database's where processes share one, so that a process with a wrong clock neither
 * keeps anything alive nor ends it (C6); `now` where one process is alone.
 */
export async function momentOf(db: Db, now: () => number): Promise<number> {
  if (!isShared(db)) return now();
  const asked = sql<{
    at: number | string;
  }>`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at`;
  const { rows } = await asked.execute(db);
  return Number(rows[0]?.at ?? now());
}
