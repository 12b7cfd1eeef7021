/** The log of what changed: written in the transaction of the change itself (README.md of this room). */
import type { Kysely } from 'kysely';
import { fixed } from '../storage/fixed.ts';
import type { Database } from '../storage/schema.ts';

/**
 * What can change, and by what it is identified: an order by its id, the parameters of a station by the station's, a
 * plan, a run of a script by theirs, the remarks of a station by the station's, the initial values of a sensor by the
 * sensor's, alarms and their rules by theirs; what two persons sign, sirens, schedules and folders by their company (0 = of several);
 * what somebody is notified of their work by the account. Between processes: a lease by its name, links of RTUs by their
 * ids, with commas; all sites by `all`.
 */
export const subjects = [
  'order',
  'parameters',
  'plan',
  'run',
  'remarks',
  'baselines',
  'rainLines',
  'alarm',
  'alarmRule',
  'joint',
  'sirens',
  'folders',
  'schedules',
  'notice',
  'lease',
  'link',
  'sites',
] as const;
export type Subject = (typeof subjects)[number];

/** A change that was committed. Ids ascend in the order of the commits: the newest one of a subject is its version. */
export interface Change {
  readonly id: number;
  readonly subject: Subject;
  readonly key: string;
  /** Process that made it; null where the database is of one process alone. */
  readonly origin: string | null;
}

const insert = fixed((db, { at, subject, key }: { at: number; subject: Subject; key: string }) =>
  db.insertInto('changes').values({ at, subject, key }),
);

/** Notes that something changed; call it inside the write transaction of the change. */
export async function noteChange(
  db: Kysely<Database>,
  subject: Subject,
  key: string | number,
  at: number = Date.now(),
): Promise<void> {
  await insert(db, { at, subject, key: String(key) });
}

/** Keys of one change at most. */
const together = 500;

/** Notes that many things changed, some hundred in one change. */
export async function noteChanges(
  db: Kysely<Database>,
  subject: Subject,
  keys: readonly (string | number)[],
  at: number = Date.now(),
): Promise<void> {
  for (let first = 0; first < keys.length; first += together)
    await noteChange(db, subject, keys.slice(first, first + together).join(), at);
}

/** Id of the newest change; 0 = there is none. */
export async function newestChange(db: Kysely<Database>): Promise<number> {
  const row = await db.selectFrom('changes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return Number(row?.id ?? 0);
}

const after = fixed((db, { id, most }: { id: number; most: number }) =>
  db
    .selectFrom('changes')
    .select(['id', 'subject', 'key', 'origin'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(most as never),
);

/** What followed a change, in order, at most so many. */
export async function changesAfter(
  db: Kysely<Database>,
  id: number,
  most: number,
): Promise<readonly Change[]> {
  const rows = await after(db, { id, most });
  return rows.map(({ id, subject, key, origin }) => ({
    id: Number(id),
    subject: subject as Subject,
    key,
    origin,
  }));
}
